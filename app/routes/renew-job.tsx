import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { renewByLink } from '#app/features/own-jobs/renew-by-link.ts';
import { RenewStep } from '#app/features/own-jobs/renew-step.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/renew-job';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Renew a job'),
    description:
      'The page that the link in our email opens: keep your job on the board for another sixty days.',
    path: '/job/renew',
    isPrivate: true,
  });

export const headers = secretPageHeaders;

/** Looks up what the link is for and changes nothing: email programs open links on their own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  return {
    token,
    found: await renewByLink(context.get(dataClient), request, { token, peek: true }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return renewByLink(context.get(dataClient), request, { token: tokenOf(request), peek: false });
}

export default function RenewJobPage({ loaderData, actionData }: Route.ComponentProps) {
  const address = links.withToken(links.renewJob, loaderData.token);
  return <RenewStep outcome={actionData ?? loaderData.found} address={address} />;
}
