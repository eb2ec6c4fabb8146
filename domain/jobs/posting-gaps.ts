/** What a posting says about where the work is done and what it pays: what job search engines require. */
type PostingFacts = {
  job_type: string;
  workplace: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  salary_from: number | null;
  salary_to: number | null;
};

/** `clash`: the job type says Remote, but the workplace says otherwise. */
type MissingFact = 'country' | 'clash';
type HelpfulFact = 'workplace' | 'city' | 'region' | 'pay';

/**
 * What keeps a posting out of job search engines, and what they would show in addition. Only a live posting with
 * nothing `missing` carries the structured data (app/documents/job-posting-data.ts).
 */
export function gapsOf(job: PostingFacts): { missing: MissingFact[]; helpful: HelpfulFact[] } {
  const { job_type, workplace, city, region, country } = job;
  const clashes = job_type === 'Remote' && workplace !== null && workplace !== 'remote';
  const isSomewhere = !isFromAnywhere(job);
  const missing: [fact: MissingFact, isMissing: boolean][] = [
    ['country', !country],
    ['clash', clashes],
  ];
  const helpful: [fact: HelpfulFact, isMissing: boolean][] = [
    ['workplace', workplace === null && job_type !== 'Remote'],
    ['city', isSomewhere && !city],
    ['region', isSomewhere && country === 'US' && !region],
    ['pay', job.salary_from === null || job.salary_to === null],
  ];
  return { missing: only(missing), helpful: only(helpful) };
}

export function isFromAnywhere({
  job_type,
  workplace,
}: Pick<PostingFacts, 'job_type' | 'workplace'>): boolean {
  return workplace === 'remote' || (job_type === 'Remote' && workplace === null);
}

function only<Fact>(facts: [fact: Fact, isMissing: boolean][]): Fact[] {
  return facts.filter(([, isMissing]) => isMissing).map(([fact]) => fact);
}
