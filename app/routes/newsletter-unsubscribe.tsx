import { newsletter } from '#app/content/newsletter.ts';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { NewsletterStep } from '#app/features/resources/newsletter-step.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/newsletter-unsubscribe';

const path = links.newsletter('unsubscribe');
const words = newsletter.unsubscribe;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...words.meta, path, isPrivate: true });

export const headers = secretPageHeaders;

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOf(request) };
}

/** Pressed on the page, or asked by a mail program on behalf of its owner (RFC 8058). */
export async function action({ request, context }: Route.ActionArgs) {
  const { data, error, status } = await context
    .get(dataClient)
    .rpc('leave_newsletter', { token: tokenOf(request) });
  if (error) fail({ error, status });
  return { isDone: data === true };
}

export default function NewsletterUnsubscribePage({
  loaderData: { token },
  actionData,
}: Route.ComponentProps) {
  if (actionData) return <NewsletterStep {...(actionData.isDone ? words.done : words.nothing)} />;
  if (!token) return <NewsletterStep {...words.noLink} />;
  const address = links.withToken(path, token);
  return <NewsletterStep {...words} way={{ kind: 'press', label: words.button, address }} />;
}
