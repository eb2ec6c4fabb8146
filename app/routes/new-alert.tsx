import { data, redirect } from 'react-router';
import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { askForAlert, consentText } from '#app/features/alerts/new-alert.ts';
import { NewAlertScreen } from '#app/features/alerts/new-alert-screen.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { type AlertKind, alertKinds, describeAlert, filtersOf } from '#domain/alerts/alerts.ts';
import { readCandidateSearch, writeCandidateSearch } from '#domain/candidates/candidate-search.ts';
import { writeJobSearch } from '#domain/finding/job-search.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/new-alert';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('New alert'),
    description: 'Have a search come back by email, when there is something new.',
    path: links.newAlert,
    isPrivate: true,
  });

export function loader({ request }: Route.LoaderArgs) {
  const { searchParams: params } = new URL(request.url);
  const kind = alertKinds.find((each) => each === params.get('kind')) ?? 'jobs';
  const address = addressOf(kind, params);
  return {
    kind,
    address,
    search: describeAlert(kind, address),
    isSent: params.get('sent') === 'yes',
    consent: consentText,
  };
}

/** A visitor's form. Success redirects, so that a reload does not send it again. */
export async function action({ request, context }: Route.ActionArgs) {
  const { searchParams: params } = new URL(request.url);
  const refused = await askForAlert(
    context.get(dataClient),
    params,
    await request.formData(),
    request.headers.get('x-client-address') ?? '',
  );
  if (refused) return data(refused.refusal, { status: refused.status });
  const sent = new URLSearchParams(addressOf('jobs', params));
  sent.set('sent', 'yes');
  throw redirect(`${links.newAlert}?${sent}`, 303);
}

export default function NewAlertPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={titles[loaderData.kind]} intro={intro} />
      <NewAlertScreen {...loaderData} refusal={actionData} />
    </>
  );
}

const titles: Record<AlertKind, string> = {
  jobs: 'New jobs by email',
  fit: 'Jobs that fit you, by email',
  people: 'New candidates by email',
};
const intro = 'You hear about each one once. When there is nothing new, we send nothing.';

function addressOf(kind: AlertKind, params: URLSearchParams): string {
  if (kind === 'fit') return '';
  if (kind === 'people') return writeCandidateSearch(readCandidateSearch(params)).toString();
  return writeJobSearch(filtersOf(params)).toString();
}
