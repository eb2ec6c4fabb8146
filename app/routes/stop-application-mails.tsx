import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/stop-application-mails';

const path = links.stopApplicationMails;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Stop emails about applications'),
    description:
      'The page that the link in our email opens: no more emails about new applications.',
    path,
    isPrivate: true,
  });

export const headers = secretPageHeaders;

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOf(request) };
}

/** Pressed on the page, or asked by a mail program on behalf of its owner (RFC 8058). */
export async function action({ request, context }: Route.ActionArgs) {
  const { data, error, status } = await context
    .get(dataClient)
    .rpc('stop_application_mails', { token: tokenOf(request) });
  if (error) fail({ error, status });
  return { isDone: data === true };
}

export default function StopApplicationMailsPage({
  loaderData: { token },
  actionData,
}: Route.ComponentProps) {
  const toInbox = <ButtonLink href={links.allApplications}>Go to the applications</ButtonLink>;
  if (actionData?.isDone) {
    return (
      <PageHeader
        eyebrow="Applications"
        title="These emails have stopped"
        intro="New applications wait for you on the site. There you can turn the emails on again."
        actions={toInbox}
      />
    );
  }
  if (!token || actionData) {
    return (
      <PageHeader
        eyebrow="Applications"
        title="This link no longer works"
        intro="It is too old or incomplete. Sign in, and choose on the page of applications which emails come."
        actions={toInbox}
      />
    );
  }
  return (
    <PageHeader
      eyebrow="Applications"
      title="Stop emails about new applications?"
      intro="Nothing changes until you press the button."
      actions={
        <form method="post" action={links.withToken(path, token)}>
          <Button type="submit" size="large">
            Stop these emails
          </Button>
        </form>
      }
    />
  );
}
