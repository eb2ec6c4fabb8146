import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { ApplicationStep } from '#app/features/applications/application-step.tsx';
import { byLink } from '#app/features/applications/by-link.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/application';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Your application'),
    description:
      'The page that the link in our email opens: see how your application stands, withdraw it or delete it.',
    path: links.application,
    isPrivate: true,
  });

export const headers = secretPageHeaders;

/** Looks up what the link is for and changes nothing: email programs open links on their own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  return { token, found: await byLink(context.get(dataClient), request, token) };
}

/** A button on the page, or one-click unsubscribe by an email program (RFC 8058). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const act = form.has('List-Unsubscribe') ? 'quiet' : String(form.get('act') ?? '');
  return byLink(context.get(dataClient), request, tokenOf(request), act);
}

export default function ApplicationPage({ loaderData, actionData }: Route.ComponentProps) {
  const address = links.withToken(links.application, loaderData.token);
  return <ApplicationStep outcome={actionData ?? loaderData.found} address={address} />;
}
