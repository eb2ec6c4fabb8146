import { data } from 'react-router';
import { titled } from '#app/content/page-parts.ts';
import { dataClient } from '#app/data.server.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/job-detail';

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) =>
  pageMeta(matches, {
    title: titled(loaderData?.job?.title ?? 'Job not found'),
    description: loaderData?.job
      ? `${loaderData.job.title} at ${loaderData.job.company}, ${loaderData.job.location}: what the work is, who to contact and how to apply.`
      : 'This job does not exist or has been removed. The job board lists every open position.',
    path: `/job/${params.id}`,
    isPrivate: !loaderData?.job,
  });

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data: job } = await context
    .get(dataClient)
    .from('jobs')
    .select('*')
    .eq('id', params.id)
    .eq('is_active', true)
    .maybeSingle();
  return data({ job }, { status: job ? 200 : 404 });
}

export default function JobDetailPage({ loaderData: { job } }: Route.ComponentProps) {
  if (!job) return <JobNotFound />;
  return (
    <>
      <PageHeader title={job.title} intro={`${job.company}, ${job.location}`} />
      <div className="container">
        <p className="whitespace-pre-line">{job.description}</p>
      </div>
    </>
  );
}

function JobNotFound() {
  return (
    <>
      <PageHeader
        title="Job Not Found"
        intro="The job you're looking for doesn't exist or has been removed."
      />
      <p className="container">
        <a className="link" href="/jobs">
          Browse All Jobs
        </a>
      </p>
    </>
  );
}
