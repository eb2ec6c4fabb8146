import { newsletter } from '#app/content/newsletter.ts';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { NewsletterStep } from '#app/features/resources/newsletter-step.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/newsletter-confirm';

const path = links.newsletter('confirm');
const words = newsletter.confirm;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...words.meta, path, isPrivate: true });

export const headers = secretPageHeaders;

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOf(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const {
    data: isConfirmed,
    error,
    status,
  } = await context.get(dataClient).rpc('confirm_newsletter', { token: tokenOf(request) });
  if (error) fail({ error, status });
  return { isConfirmed };
}

export default function NewsletterConfirmPage({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.isConfirmed) return <NewsletterStep {...words.done} />;
  if (actionData || !loaderData.token) {
    return <NewsletterStep {...words.expired} way={{ kind: 'go', ...words.expired.action }} />;
  }
  const address = links.withToken(path, loaderData.token);
  return <NewsletterStep {...words} way={{ kind: 'press', label: words.button, address }} />;
}
