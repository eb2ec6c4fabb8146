import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { type AlertLink, ConfirmStep, StepDone } from '#app/features/alerts/alert-steps.tsx';
import * as links from '#domain/links.ts';
import type { Route } from './+types/confirm-alerts';

const path = links.confirmAlerts;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Confirm your job alert'),
    description:
      'The page that the link in our email opens: say yes to the jobs that you asked for.',
    path,
    isPrivate: true,
  });

/** The address carries a secret, which no other site and no cache shall learn; our form needs its origin. */
export const headers = () => ({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  if (!token) return { token, link: null };
  const { data, error, status } = await context.get(dataClient).rpc('read_alert_link', { token });
  if (error) fail({ error, status });
  const link = data as AlertLink | null;
  return { token, link: link?.purpose === 'confirm' ? link : null };
}

/** Those that the page showed, and no others. */
export async function action({ request, context }: Route.ActionArgs) {
  const chosen = (await request.formData()).getAll('alert').map(String).filter(isId).slice(0, 20);
  const { data, error, status } = await context
    .get(dataClient)
    .rpc('confirm_alerts', { token: tokenOf(request), chosen });
  if (error) fail({ error, status });
  return { isDone: data === true };
}

export default function ConfirmAlertsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, link } = loaderData;
  if (actionData?.isDone) {
    return (
      <StepDone
        title="Your alert is confirmed"
        intro="New jobs come by email, each once. Every email has a link that stops it."
      />
    );
  }
  if (!link || actionData) {
    return (
      <StepDone
        title="This link no longer works"
        intro="It works for seven days. Save the alert again to receive a new one."
      />
    );
  }
  return <ConfirmStep link={link} action={links.withToken(path, token)} />;
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.match(/^[\w-]{43}$/)?.[0] ?? '';
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
