import type { ReactNode } from 'react';
import { CompanyMark } from '#app/site-parts/company-mark.tsx';
import { Lines } from '#app/ui/lines.tsx';
import { Link } from '#app/ui/link.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { logoAddress } from '#domain/companies/company.ts';
import type { CompanyPage } from '#domain/companies/company-page.ts';
import { hostOf } from '#domain/jobs/job-facts.ts';
import * as links from '#domain/site/links.ts';
import { grouped } from '#domain/text/grouped.ts';
import './company.css';

type CompanyViewProps = {
  company: CompanyPage;
  /** How fast it answers. */
  answers?: ReactNode;
  /** Its open postings, rendered like on the board. */
  children: ReactNode;
};

/** A company as everybody sees it. */
export function CompanyView({ company, answers, children }: CompanyViewProps) {
  const { name, place, web_address: address, about, logo, live_jobs: count } = company;
  return (
    <>
      <PageHeader
        eyebrow="Company"
        title={<bdi className="company-name">{name}</bdi>}
        intro={
          <span className="company-facts">
            {place && <bdi>{place}</bdi>}
            {address && (
              <a className="link" href={address} target="_blank" rel="noopener nofollow ugc">
                {hostOf(address)}
              </a>
            )}
            <CompanyMark {...company} />
          </span>
        }
        aside={
          logo && (
            <img className="company-logo" src={logoAddress(logo)} alt="" width="160" height="160" />
          )
        }
      />
      <div className="wrap company-page">
        {about && (
          <section aria-labelledby="about-company">
            <h2 id="about-company">About</h2>
            <p dir="auto">
              <Lines text={about} />
            </p>
          </section>
        )}
        {answers}
        <section aria-labelledby="company-jobs">
          <h2 id="company-jobs">Open positions</h2>
          {count === 0 ? <p>There is nothing open at the moment.</p> : children}
          {count > company.jobs.length && (
            <p>
              These are the newest {company.jobs.length} of {grouped(count)}.
            </p>
          )}
          <p className="job-lines-foot">
            <Link href={links.jobs}>All jobs on the board</Link>
          </p>
        </section>
        <p className="company-note">
          “Domain proven” means that the people who post here showed that they control that domain.
          It says nothing else about a company. Apply nowhere that asks you for money.
        </p>
      </div>
    </>
  );
}
