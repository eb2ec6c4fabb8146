import { jobs } from '#app/content/jobs.ts';
import { askAhead } from '#app/data/open-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { hasVisitorJobs } from '#app/features/jobs/kept-jobs.ts';
import { askSaved } from '#app/features/jobs/list-saved.ts';
import { SavedJobsScreen } from '#app/features/jobs/saved-jobs-screen.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/saved-jobs';

// Jobs that somebody saved as a visitor join the list first.
askAhead(async (data) => hasVisitorJobs() || (await askSaved(data)));

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
