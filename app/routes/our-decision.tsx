import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { answerByLink } from '#app/features/our-decision/answer-by-link.ts';
import { AnswerStep } from '#app/features/our-decision/answer-step.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/our-decision';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Answer us'),
    description:
      'The page that the link in our email opens: tell us that we are wrong, or answer our question.',
    path: links.answerStaff,
    isPrivate: true,
  });

export const headers = secretPageHeaders;

/** Looks up what the link is for and changes nothing: email programs open links on their own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  return { token, found: await answerByLink(context.get(dataClient), request, token) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  return answerByLink(context.get(dataClient), request, tokenOf(request), form);
}

export default function OurDecisionPage({ loaderData, actionData }: Route.ComponentProps) {
  const address = links.withToken(links.answerStaff, loaderData.token);
  return <AnswerStep outcome={actionData ?? loaderData.found} address={address} />;
}
