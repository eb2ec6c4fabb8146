import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { EditJobScreen } from '#app/features/own-jobs/edit-job-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/links.ts';
import type { Route } from './+types/edit-job';

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, {
    title: titled('Edit a posting'),
    description: 'Change the texts, the facts and the contact of a job that you have posted.',
    path: links.editJob(params.id),
    isPrivate: true,
  });

export default function EditJobPage({ params }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Edit Posting"
        intro="Its address, its figures and its place in the list stay as they are."
      />
      <RequireSession>{(user) => <EditJobScreen user={user} id={params.id} />}</RequireSession>
    </>
  );
}
