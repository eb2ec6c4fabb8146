import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { KeepStep } from '#app/features/accounts/keep-step.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/keep-second-step';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Keep your second step'),
    description: 'The page that the link in our email opens: your second step of sign-in stays.',
    path: '/account/keep-second-step',
    isPrivate: true,
  });

export const headers = secretPageHeaders;

/** Changes nothing: email programs open links on their own. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOf(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { data, error, status } = await context
    .get(dataClient)
    .rpc('keep_second_step', { token: tokenOf(request) });
  if (error) fail({ error, status });
  return { isKept: Boolean(data) };
}

export default function KeepSecondStepPage({
  loaderData: { token },
  actionData,
}: Route.ComponentProps) {
  const address = token && links.withToken(links.keepSecondStep, token);
  return <KeepStep {...(address && { address })} isKept={actionData?.isKept} />;
}
