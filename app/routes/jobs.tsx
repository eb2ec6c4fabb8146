import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data.server.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/jobs';

export const handle = { hydrate: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Healthcare AI jobs'),
    description:
      'Open positions for coders, CDI specialists, revenue cycle analysts and educators who work with AI. Free to browse, free to post.',
    path: '/jobs',
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { data, error } = await context
    .get(dataClient)
    .from('jobs')
    .select('*')
    .eq('is_active', true)
    .order('created_at', { ascending: false });
  return { jobs: data ?? [], hasFailed: error !== null };
}

export default function JobsPage({ loaderData: { jobs, hasFailed } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Jobs in healthcare AI" />
      <section className="container">
        <h2>Current Opportunities</h2>
        {hasFailed && <p>Failed to load jobs</p>}
        {!hasFailed && jobs.length === 0 && <p>No jobs found matching your criteria.</p>}
        <ul>
          {jobs.map((job) => (
            <li key={job.id}>
              <h3>
                <a className="link" href={`/job/${job.id}`}>
                  {job.title}
                </a>
              </h3>
              <p>
                {job.company}, {job.location}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
