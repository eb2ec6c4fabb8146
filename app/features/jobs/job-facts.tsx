import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { jobs } from '#app/content/jobs.ts';
import { CompanyMark } from '#app/site-parts/company-mark.tsx';
import { Button } from '#app/ui/button.tsx';
import { Time } from '#app/ui/time.tsx';
import { tierCodes, tierNames, tiers } from '#domain/credentials/tiers.ts';
import { hostOf } from '#domain/jobs/job-facts.ts';
import type { JobCompany, JobPage } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { ApplyLink } from './apply-link.tsx';
import { dateOf, salaryOf, workplaceOf } from './job-words.ts';
import { SaveButton } from './save-button.tsx';

type JobFactsProps = {
  page: Exclude<JobPage, { status: 'missing' | 'removed' }>;
  company: JobCompany | undefined;
  address: string;
};

/** The facts that decide, at a glance, and the ways to apply. */
export function JobFacts({ page, company, address }: JobFactsProps) {
  const { job, status } = page;
  const day = (at: string) => <Time at={at}>{dateOf(at)}</Time>;
  const facts: [label: string, value: ReactNode][] = [
    ['Company', company && <CompanyFact company={company} />],
    ['Salary', salaryOf(job)],
    ['Location', job.location],
    ['Workplace', workplaceOf(job)],
    ['Type', job.job_type],
    [
      'Credential wanted',
      job.credentials_wanted.length > 0 && <CredentialsWanted codes={job.credentials_wanted} />,
    ],
    [
      'Posted',
      <Time key="posted" at={job.created_at} data-own-day>
        {dateOf(job.created_at)}
      </Time>,
    ],
    ['Application deadline', job.application_deadline && day(job.application_deadline)],
  ];
  return (
    <section className="job-facts" aria-label={jobs.page.facts}>
      <dl>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      {status === 'live' && (
        <div className="job-apply">
          <ApplyLink job={page.job} look="button-large" />
          {page.job.application_url === null ? (
            <p>On this site, with or without an account</p>
          ) : (
            <p>
              On <bdi>{hostOf(page.job.application_url)}</bdi>, the employer’s site
            </p>
          )}
        </div>
      )}
      <div className="job-tools" data-needs-script>
        {status === 'live' && <SaveButton job={job} look="button-small" />}
        <Button variant="quiet" size="small" data-copy-link={address}>
          <Link2 aria-hidden="true" />
          <span aria-live="polite">Copy link</span>
        </Button>
      </div>
    </section>
  );
}

/** A link to its page, and what it has proved. */
function CompanyFact({ company }: { company: JobCompany }) {
  return (
    <>
      <a className="link" href={links.company(company.slug)}>
        {company.name}
      </a>
      <CompanyMark {...company} />
    </>
  );
}

/** The requirements are on the credential's own page. */
function CredentialsWanted({ codes }: { codes: readonly string[] }) {
  return codes.map((code, place) => (
    <span key={code} className="block">
      {place > 0 && 'or '}
      <CredentialWanted code={code} />
    </span>
  ));
}

function CredentialWanted({ code }: { code: string }) {
  const known = tierCodes.find((each) => each === code);
  const slug = known && tiers[tierCodes.indexOf(known)];
  if (!slug) return code;
  return (
    <a className="link" href={links.certification(slug)}>
      {code} {tierNames[known]}
    </a>
  );
}
