import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { answerByLink } from '#app/features/our-decision/answer-by-link.ts';
import { AnswerStep } from '#app/features/our-decision/answer-step.tsx';
import * as links from '#domain/links.ts';
import type { Route } from './+types/our-decision';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Answer us'),
    description:
      'The page that the link in our email opens: tell us that we are wrong, or answer our question.',
    path: links.answerStaff,
    isPrivate: true,
  });

/** The address carries a secret, which no other site and no cache shall learn; our form needs its origin. */
export const headers = () => ({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });

/** Looks what the link asks and changes nothing: mail programs open links on their own. */
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

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.match(/^[\w-]{20,200}$/)?.[0] ?? '';
}
