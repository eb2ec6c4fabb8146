import { Fragment } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { jobSearchAddress } from '#domain/finding/job-search.ts';
import { usStates } from '#domain/finding/us-states.ts';
import { jobTypes } from '#domain/jobs/job-facts.ts';
import * as links from '#domain/site/links.ts';
import { grouped } from '#domain/text/grouped.ts';
import { AlertLink } from '../alert-link.tsx';
import { JobLine } from '../job-line.tsx';
import { salaryOf } from '../job-words.ts';
import { boardSearchOf, factsOf, type JobLanding, landingAddress, titleOf } from './job-landing.ts';
import './landing.css';

/** The newest postings in a place, of a role or of a type, facts about them, and related lists. */
export function Landing({ landing }: { landing: JobLanding }) {
  const { jobs, matches, state, city, path, top_companies: top } = landing;
  const roles = landing.roles.filter((each) => each.path !== path);
  const places = landing.places.filter((each) => each.path !== path);
  return (
    <>
      <PageHeader
        eyebrow="Jobs"
        title={titleOf(landing)}
        intro={factsOf(landing).map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      />
      <div className="wrap landing">
        <section aria-labelledby="landing-jobs">
          <h2 id="landing-jobs">
            {jobs.length < matches ? `The newest ${jobs.length}` : 'Open positions'}
          </h2>
          {jobs.length === 0 && <p>New ones appear here as they are posted.</p>}
          <ul className="job-lines">
            {jobs.map((job) => (
              <JobLine key={job.id} job={job} salary={salaryOf(job)} />
            ))}
          </ul>
          <p className="actions">
            <ButtonLink variant="secondary" href={jobSearchAddress(boardSearchOf(landing))}>
              See them on the board
            </ButtonLink>
            <AlertLink search={boardSearchOf(landing)} />
          </p>
        </section>
        <nav className="landing-ways" aria-label="More jobs">
          {roles.length > 0 && city && (
            <Ways
              title={`In ${city}`}
              ways={roles.map(({ path, name, jobs }) => ({ path, name, jobs }))}
            />
          )}
          {places.length > 0 && (
            <Ways
              title={
                state ? `${city ? 'Elsewhere in' : 'In'} ${usStates[state] ?? state}` : 'By place'
              }
              ways={places.map(({ path, name, state: of, jobs }) => ({
                path,
                name: state ? name : `${name}, ${of}`,
                jobs,
              }))}
            />
          )}
          {top.length > 0 && (
            <section>
              <h2>Companies</h2>
              <ul>
                {top.map(({ slug, name, jobs }) => (
                  <li key={slug}>
                    <Link href={links.company(slug)}>
                      <bdi>{name}</bdi>
                    </Link>{' '}
                    ({grouped(jobs)})
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section>
            <h2>All jobs</h2>
            <ul>
              {city && state && (
                <li>
                  <Link href={links.jobsIn(state.toLowerCase())}>
                    In {usStates[state] ?? state}
                  </Link>
                </li>
              )}
              {path !== 'remote' && (
                <li>
                  <Link href={links.remoteJobs}>Remote</Link>
                </li>
              )}
              {jobTypes
                .filter((type) => type !== 'Remote' && type !== landing.job_type)
                .map((type) => (
                  <li key={type}>
                    <Link href={links.jobsOfType(type.toLowerCase())}>{type}</Link>
                  </li>
                ))}
              <li>
                <Link href={links.jobs}>The whole board</Link>
              </li>
            </ul>
          </section>
        </nav>
      </div>
    </>
  );
}

type WaysProps = { title: string; ways: { path: string; name: string; jobs: number }[] };

function Ways({ title, ways }: WaysProps) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {ways.map(({ path, name, jobs }) => (
          <li key={path}>
            <Link href={landingAddress(path)}>{name}</Link> ({grouped(jobs)})
          </li>
        ))}
      </ul>
    </section>
  );
}
