import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { isId, readAlertLink } from '#app/features/alerts/alert-link.server.ts';
import { type ConfirmOutcome, ConfirmStep } from '#app/features/alerts/confirm-step.tsx';
import * as links from '#domain/site/links.ts';
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

export const headers = secretPageHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readAlertLink(request, context, 'confirm');

/** Confirms only the alerts that the page showed. */
export async function action({ request, context }: Route.ActionArgs) {
  const chosen = (await request.formData()).getAll('alert').map(String).filter(isId).slice(0, 50);
  const { data, error, status } = await context
    .get(dataClient)
    .rpc('confirm_alerts', { token: tokenOf(request), chosen });
  if (error) fail({ error, status });
  return { outcome: data as ConfirmOutcome };
}

export default function ConfirmAlertsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, link } = loaderData;
  return (
    <ConfirmStep link={link} outcome={actionData?.outcome} action={links.withToken(path, token)} />
  );
}
