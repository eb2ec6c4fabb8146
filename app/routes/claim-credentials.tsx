import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { claimByLink } from '#app/features/credentials/claim-by-link.ts';
import { ClaimStep } from '#app/features/credentials/claim-step.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/claim-credentials';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Claim a credential'),
    description:
      'The page that the link in our email opens: take a credential into your account, or tell us that it is not yours.',
    path: links.claimCredentials,
    isPrivate: true,
  });

export const headers = secretPageHeaders;

/** The query parameter that asks whether the credential is somebody else's. */
const doubt = 'not-me';

/** Looks up what is waiting and changes nothing: email programs open links on their own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  const isDoubted = new URL(request.url).searchParams.has(doubt);
  return {
    token,
    isDoubted,
    found: await claimByLink(context.get(dataClient), request, { token }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return claimByLink(context.get(dataClient), request, { token: tokenOf(request), isNotMe: true });
}

export default function ClaimCredentialsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, found, isDoubted } = loaderData;
  const address = links.withToken(links.claimCredentials, token);
  return (
    <ClaimStep
      claim={actionData ?? found}
      address={address}
      doubtAddress={`${address}&${doubt}`}
      isDoubted={isDoubted}
    />
  );
}
