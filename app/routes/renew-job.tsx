import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { renewByLink } from '#app/features/own-jobs/renew-by-link.ts';
import { RenewStep } from '#app/features/own-jobs/renew-step.tsx';
import * as links from '#domain/links.ts';
import type { Route } from './+types/renew-job';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Renew a posting'),
    description:
      'The page that the link in our message opens: keep your job posting on the board for another sixty days.',
    path: '/job/renew',
    isPrivate: true,
  });

/** The address carries a secret, which no other site and no cache shall learn; our form needs its origin. */
export const headers = () => ({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });

/** Looks what the link is about and changes nothing: mail programs open links on their own. */
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

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.match(/^[\w-]{20,200}$/)?.[0] ?? '';
}
