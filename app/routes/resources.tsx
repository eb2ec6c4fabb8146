import { data, redirect } from 'react-router';
import { newsletter } from '#app/content/newsletter.ts';
import { resources } from '#app/content/resources.ts';
import { dataClient } from '#app/data/data.server.ts';
import { statusOfFailure } from '#app/data/failed.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Accelerator } from '#app/features/resources/accelerator.tsx';
import { readSearch } from '#app/features/resources/entries.ts';
import { Finder } from '#app/features/resources/finder.tsx';
import { Newsletter } from '#app/features/resources/newsletter.tsx';
import { CaseStudies, Downloads, Events } from '#app/features/resources/other-sections.tsx';
import { HeroHeader } from '#app/site-parts/hero-header.tsx';
import { emailSchema } from '#domain/account/account.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/resources';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...resources.meta, path: '/resources' });

export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  return {
    search: readSearch(searchParams),
    isSubscriptionSent: searchParams.get('newsletter') === 'sent',
  };
}

/** The newsletter's form. Success redirects, so that a reload does not send it again. */
export async function action({ request, context }: Route.ActionArgs) {
  const given = String((await request.formData()).get('email') ?? '').slice(0, 300);
  const parsed = emailSchema.safeParse({ email: given });
  const refuse = (message: string, status: number) =>
    data({ kind: 'refused' as const, message, email: given }, { status });
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? newsletter.failed, 422);
  const {
    data: isAccepted,
    error,
    status,
  } = await context
    .get(dataClient)
    .rpc('subscribe_to_newsletter', {
      address: parsed.data.email,
      consent_version: resources.newsletter.consentVersion,
    })
    .setHeader('x-client-address', request.headers.get('x-client-address') ?? '');
  if (error) return refuse(newsletter.failed, statusOfFailure(status));
  if (!isAccepted) return refuse(newsletter.tooMany, 429);
  throw redirect(`${links.resources}?newsletter=sent#${resources.newsletter.id}`, 303);
}

export default function ResourcesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, isSubscriptionSent } = loaderData;
  return (
    <>
      <HeroHeader hero={resources.hero} />
      <Finder search={search} />
      <Accelerator />
      <CaseStudies />
      <Downloads />
      <Events />
      <Newsletter
        subscription={actionData ?? (isSubscriptionSent ? { kind: 'sent' } : undefined)}
      />
    </>
  );
}
