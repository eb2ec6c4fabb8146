import { openData } from '#app/data/open-data.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { type FitReasons, sayWhyItFits } from '#domain/candidates/fit-words.ts';
import * as links from '#domain/site/links.ts';

type Fitting = { hasProfile: boolean; jobs: FittingJob[] };
type FittingJob = {
  id: string;
  title: string;
  company: string;
  location: string;
  job_type: string;
  reasons: FitReasons;
};

/** The newest jobs that fit the profile, each with the reason. */
export function FittingJobs({
  userId,
  hasAlert,
}: {
  userId: string;
  hasAlert?: boolean | undefined;
}) {
  const { state } = useLoading(() => readFitting(userId), { key: userId });
  const found = state.data;
  // If the service cannot be reached, the list of alerts says so already.
  if (!found) return null;
  return (
    <section aria-labelledby="fitting-title" className="fitting">
      <h2 id="fitting-title">Jobs that fit you</h2>
      {!found.hasProfile && (
        <p>
          <Link href={links.candidateProfile}>Write a candidate profile</Link>: the skills you bring
          and what you look for there decide which jobs fit you. It can stay hidden from everybody.
        </p>
      )}
      {found.hasProfile && found.jobs.length === 0 && (
        <p>
          None of the newest jobs fits <Link href={links.candidateProfile}>your profile</Link>: more
          skills, places or job types under “What you look for” find more.
        </p>
      )}
      {found.jobs.length > 0 && (
        <ul className="job-lines">
          {found.jobs.map((job) => (
            <li key={job.id} className="job-line">
              <div>
                <h3>
                  <a href={links.job(job.id)}>
                    <bdi>{job.title}</bdi>
                  </a>
                </h3>
                <p>
                  <bdi>{job.company}</bdi>, <bdi>{job.location}</bdi>
                  {'\u00a0· '}
                  <span className="whitespace-nowrap">{job.job_type}</span>
                </p>
                <p className="fits">
                  Fits you: <bdi>{sayWhyItFits(job.reasons)}</bdi>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {found.hasProfile && hasAlert === false && (
        <p>
          <ButtonLink variant="secondary" href={`${links.newAlert}?kind=fit`}>
            Email me jobs that fit
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

async function readFitting(userId: string): Promise<Fitting> {
  const client = await openData();
  const [own, found] = await Promise.all([
    client.from('candidate_profiles').select('id').eq('user_id', userId).maybeSingle(),
    client.rpc('jobs_that_fit', { most: 10 }),
  ]);
  if (own.error) throw own.error;
  if (found.error) throw found.error;
  return { hasProfile: own.data !== null, jobs: found.data as FittingJob[] };
}
