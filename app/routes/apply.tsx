import { createContext, data, redirect } from 'react-router';
import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { ApplyScreen } from '#app/features/applications/apply-screen.tsx';
import { readJobToApply } from '#app/features/applications/job-to-apply.ts';
import { sendAsGuest } from '#app/features/applications/send-as-guest.ts';
import { useArrivalCount } from '#app/features/applications/use-arrival-count.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/apply';

/** The submitted form was rejected: show it, whatever has become of the posting. */
const wasRefused = createContext(false);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { found, error, status } = await readJobToApply(context.get(dataClient), params.id);
  if (!found) return fail({ error, status });
  // The posting now takes applications elsewhere: its own page says where.
  if (found.kind === 'elsewhere' && !context.get(wasRefused)) {
    throw redirect(links.job(found.id), 302);
  }
  const isSent = new URL(request.url).searchParams.get('sent') === 'yes';
  return data({ found, isSent }, { status: found.kind === 'over' ? 404 : 200 });
}

/** A guest's form. Success redirects, so that a reload does not send it again. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const refused = await sendAsGuest(context.get(dataClient), request, params.id);
  if (refused) {
    context.set(wasRefused, true);
    return data(refused.refusal, { status: refused.status });
  }
  throw redirect(`${links.applyForJob(params.id)}?sent=yes`, 303);
}

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) => {
  const found = loaderData?.found;
  const title =
    found?.kind === 'open' ? `Apply: ${found.job.title} at ${found.job.company}` : 'Apply';
  return pageMeta(matches, {
    title: titled(title),
    description: 'Apply with your profile or your resume, with or without an account.',
    path: links.applyForJob(params.id),
    isPrivate: true,
  });
};

export default function ApplyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { found, isSent } = loaderData;
  useArrivalCount(found.kind === 'open' && !isSent ? found.job.id : undefined);
  return <ApplyScreen found={found} isSent={isSent} refusal={actionData} />;
}
