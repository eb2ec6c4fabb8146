import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { secretPageHeaders, tokenOf } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { isId, readAlertLink } from '#app/features/alerts/alert-link.server.ts';
import { StepDone, StopStep } from '#app/features/alerts/alert-steps.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/stop-alerts';

const path = links.stopAlerts;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Stop an alert'),
    description: 'The page that the link in our email opens: stop an alert, or all of them.',
    path,
    isPrivate: true,
  });

export const headers = secretPageHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readAlertLink(request, context, 'stop');

/**
 * A button on the page, or one-click unsubscribe by an email program (RFC 8058): then it is the alert that the email is
 * about.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const which = String(form.get('alert') ?? '');
  const stopsAll = form.get('all') === 'yes';
  const { data, error, status } = await context.get(dataClient).rpc('stop_alerts', {
    token: tokenOf(request),
    stops_all: stopsAll,
    ...(isId(which) && { which }),
  });
  if (error) fail({ error, status });
  return { isDone: data === true, stopsAll };
}

export default function StopAlertsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, link } = loaderData;
  if (actionData?.isDone) {
    return (
      <StepDone
        title={actionData.stopsAll ? 'All alerts have stopped' : 'This alert has stopped'}
        intro="It sends no more emails. You can save a search again at any time."
      />
    );
  }
  if (!link || link.alerts.length === 0 || actionData) {
    return (
      <StepDone
        title="There is nothing to stop"
        intro="The alert has been stopped already, or the link is incomplete."
      />
    );
  }
  return <StopStep link={link} action={links.withToken(path, token)} />;
}
