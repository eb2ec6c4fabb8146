import { jobs } from '#app/content/jobs.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { SavedJobsScreen } from '#app/features/jobs/saved-jobs-screen.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/saved-jobs';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...jobs.saved.meta, path: '/saved-jobs', isPrivate: true });

export default function SavedJobsPage() {
  return (
    <>
      <PageHeader title={jobs.saved.title} />
      <SavedJobsScreen />
    </>
  );
}
