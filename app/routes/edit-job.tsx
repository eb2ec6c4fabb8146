import { titled } from '#app/content/page-parts.ts';
import { askAhead } from '#app/data/open-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { EditJobScreen } from '#app/features/own-jobs/edit-job-screen.tsx';
import { readOwnJob } from '#app/features/own-jobs/own-jobs.ts';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/edit-job';

askAhead((data) => readOwnJob(data, location.pathname.split('/')[2] ?? ''));

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, {
    title: titled('Edit a job'),
    description: 'Change the texts, the facts and the contact of a job that you have posted.',
    path: links.editJob(params.id),
    isPrivate: true,
  });

export default function EditJobPage({ params }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Edit Job"
        intro="Its address, its figures and its place in the list stay as they are."
      />
      <RequireSession>{(user) => <EditJobScreen user={user} id={params.id} />}</RequireSession>
    </>
  );
}
