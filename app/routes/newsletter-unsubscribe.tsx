import { newsletter } from '#app/content/newsletter.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { stopByLink } from '#app/data/stop-by-link.server.ts';
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

export const action = (press: Route.ActionArgs) => stopByLink(press, 'leave_newsletter');

export default function NewsletterUnsubscribePage({
  loaderData: { token },
  actionData,
}: Route.ComponentProps) {
  if (actionData) return <NewsletterStep {...(actionData.isDone ? words.done : words.nothing)} />;
  if (!token) return <NewsletterStep {...words.noLink} />;
  const address = links.withToken(path, token);
  return <NewsletterStep {...words} way={{ kind: 'press', label: words.button, address }} />;
}
