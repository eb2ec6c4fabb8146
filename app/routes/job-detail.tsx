import { data, redirect } from 'react-router';
import { jobs } from '#app/content/jobs.ts';
import { titled } from '#app/content/page-parts.ts';
import { type DataClient, dataClient, requestInfo } from '#app/data/data.server.ts';
import { isPassing, statusOfFailure } from '#app/data/failed.ts';
import { jobPostingData } from '#app/documents/job-posting-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { describeJob } from '#app/features/jobs/describe-job.ts';
import { JobNotFound } from '#app/features/jobs/job-not-found.tsx';
import { JobView } from '#app/features/jobs/job-view.tsx';
import { sendReport } from '#app/features/jobs/send-report.ts';
import { PageToast } from '#app/ui/page-toast.tsx';
import { readWholeJobPage, type WholeJobPage } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/job-detail';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { origin, reportBug, requestId } = context.get(requestInfo);
  const client = context.get(dataClient);
  const { page, similar, company, ways, error, status } = await findJob(client, params.id);
  if (error && !isPassing(status)) reportBug(error, requestId);
  return data(
    {
      page,
      similar,
      company,
      ways,
      hasFailed: Boolean(error),
      address: `${origin}${links.job(params.id)}`,
      isReported: new URL(request.url).searchParams.get('report') === 'sent',
    },
    { status: error ? statusOfFailure(status) : statuses[page.status] },
  );
}

/** The form that reports the job. Success redirects, so that a reload does not send it again. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { answer, status } = await sendReport(context.get(dataClient), request, params.id);
  if (answer.kind === 'refused') return data(answer, { status });
  throw redirect(`${links.job(params.id)}?report=sent#${jobs.report.id}`, 303);
}

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) => {
  const path = links.job(params.id);
  const page = loaderData?.page;
  if (!page || !('job' in page)) {
    return pageMeta(matches, {
      title: titled('Job not found'),
      description:
        'This job does not exist or has been removed. The job board lists every open position.',
      path,
      isPrivate: true,
    });
  }
  const { job, status } = page;
  return pageMeta(matches, {
    title: titled(`${job.title} at ${job.company}`),
    description: describeJob(job),
    path,
    isPrivate: status !== 'live',
    data: (origin) => {
      const company = loaderData.company && { ...loaderData.company, origin };
      return status === 'live' ? jobPostingData(job, company) : [];
    },
  });
};

export default function JobDetailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, similar, company, ways, hasFailed, address, isReported } = loaderData;
  return (
    <>
      {'job' in page ? (
        <JobView
          page={page}
          similar={similar}
          ways={ways}
          company={company}
          address={address}
          report={actionData ?? (isReported ? { kind: 'sent' } : undefined)}
        />
      ) : (
        <JobNotFound />
      )}
      {hasFailed && (
        <PageToast title="Error" description="Failed to load job details" kind="error" />
      )}
    </>
  );
}

const statuses = { missing: 404, removed: 410, live: 200, closed: 200, filled: 200, expired: 200 };

type Found = WholeJobPage & { error?: unknown; status?: number };

const missing: WholeJobPage = {
  page: { status: 'missing' },
  similar: [],
  company: undefined,
  ways: [],
};

const isJobId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

async function findJob(client: DataClient, id: string): Promise<Found> {
  // The API would reject anything else as a bad request.
  if (!isJobId(id)) return missing;
  const { data: whole, error, status } = await client.rpc('whole_job_page', { job_id: id });
  return error ? { ...missing, error, status } : readWholeJobPage(whole);
}
