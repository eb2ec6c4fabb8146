import { titled } from '#app/content/page-parts.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { stopByLink } from '#app/data/stop-by-link.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { StopMails } from '#app/site-parts/stop-mails.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/stop-message-mails';

const path = links.stopMessageMails;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Stop emails about messages'),
    description: 'The page that the link in our email opens: no more emails about new messages.',
    path,
    isPrivate: true,
  });

export const headers = secretPageHeaders;

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOf(request) };
}

export const action = (press: Route.ActionArgs) => stopByLink(press, 'stop_message_mails');

export default function StopMessageMailsPage({
  loaderData: { token },
  actionData,
}: Route.ComponentProps) {
  return (
    <StopMails
      eyebrow="Messages"
      address={token && links.withToken(path, token)}
      isDone={actionData?.isDone}
      question="Stop emails about new messages?"
      done="New messages wait for you on the site. There you can turn the emails on again."
      elsewhere="Sign in, and turn them off on the Messages page."
      actions={<ButtonLink href={links.messages}>Go to your messages</ButtonLink>}
    />
  );
}
