import { data } from 'react-router';
import { titled } from '#app/content/page-parts.ts';
import { type DataClient, dataClient, requestInfo } from '#app/data/data.server.ts';
import { isPassing, statusOfFailure } from '#app/data/failed.ts';
import { companyData } from '#app/documents/company-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { CompanyAnswers } from '#app/features/company/company-answers.tsx';
import { CompanyView } from '#app/features/company/company-view.tsx';
import { describeCompany } from '#app/features/company/describe-company.ts';
import { JobLine } from '#app/features/jobs/job-line.tsx';
import { salaryOf } from '#app/features/jobs/job-words.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { readCompanyPage } from '#domain/companies/company-page.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/company';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { reportBug, requestId } = context.get(requestInfo);
  const client = context.get(dataClient);
  const slug = /^[a-z\d]+(-[a-z\d]+)*$/.test(params.slug) ? params.slug.slice(0, 80) : '';
  const { data: rows, error, status } = await client.rpc('company_page', { slug });
  if (error && !isPassing(status)) reportBug(error, requestId);
  const company = rows ? readCompanyPage(rows) : undefined;
  const answers = company && (await readAnswers(client, company.id));
  return data(
    { company, answers, hasFailed: Boolean(error) },
    { status: error ? statusOfFailure(status) : company ? 200 : 404 },
  );
}

/** Undefined before the tenth application, and if the answer is not available. */
async function readAnswers(client: DataClient, company: string) {
  const { data: rows } = await client.rpc('company_answers', { company });
  const { applications, answered_share, usual_days } = rows?.[0] ?? {};
  if (!applications || answered_share === null || answered_share === undefined) return undefined;
  return { applications, answered_share, usual_days: usual_days ?? null };
}

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) => {
  const company = loaderData?.company;
  const path = links.company(params.slug);
  if (!company) {
    return pageMeta(matches, {
      title: titled('Company not found'),
      description: 'This company does not exist here, or has posted nothing yet.',
      path,
      isPrivate: true,
    });
  }
  return pageMeta(matches, {
    title: titled(`Jobs at ${company.name}`),
    description: describeCompany(company),
    path,
    // A company without open postings is not listed.
    isPrivate: company.live_jobs === 0,
    data: (origin) => companyData(origin, path, company),
  });
};

export default function CompanyPage({
  loaderData: { company, answers, hasFailed },
}: Route.ComponentProps) {
  if (!company) {
    return (
      <PageHeader
        title={hasFailed ? 'The company could not be loaded' : 'Company not found'}
        intro={
          hasFailed
            ? 'Try again in a moment.'
            : 'It has posted nothing here, has left, or the link is not quite right.'
        }
        actions={<ButtonLink href={links.jobs}>See all jobs</ButtonLink>}
      />
    );
  }
  return (
    <CompanyView company={company} answers={answers && <CompanyAnswers {...answers} />}>
      <ul className="job-lines">
        {company.jobs.map((job) => (
          <JobLine key={job.id} job={{ ...job, company: undefined }} salary={salaryOf(job)} />
        ))}
      </ul>
    </CompanyView>
  );
}
