import type { Database } from '#database/database.ts';
import { describeAlert, pageOfAlert } from '#domain/alerts/alerts.ts';
import { type FitReasons, sayWhyItFits } from '#domain/candidates/fit-words.ts';
import { salaryOf, workplaceOf } from '#domain/jobs/job-terms.ts';
import * as links from '#domain/site/links.ts';
import type { MailOf } from '#mail/mail.ts';
import { headersToLeave } from '../newsletter/newsletter.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import { type Digest, findAgain, receiverOf } from './digest.ts';

type Written = { mail: MailOf<'job-alert' | 'people-alert'>; headers: Record<string, string> };
type Frame = Omit<MailOf<'job-alert'>, 'kind' | 'jobs' | 'search'>;

/** The email lists this many; the page it links to shows all of them. */
const mostListed = 20;
/** Only this many of the newest are considered: `private.begin_digest` returns no more. */
const mostFound = 500;

/** Searches again at the time of sending, with the recipient's rights; undefined if nothing is left. */
export async function writeDigest(
  { database, siteUrl }: Pick<Work, 'database' | 'siteUrl'>,
  alertId: string,
  digest: Digest,
): Promise<Written | undefined> {
  const ids = await findAgain(database, digest);
  const rows =
    digest.kind === 'people'
      ? await readPeople(database, digest, ids)
      : await readJobs(database, digest, ids);
  if (rows.length === 0) return undefined;
  const stopLink = await makeStopLink(database, siteUrl, alertId);
  const frame: Frame = {
    to: digest.address,
    rhythm: digest.rhythm,
    total: rows.length,
    ...(digest.found.length >= mostFound && { mayBeMore: true }),
    link: siteUrl + pageOfAlert(digest.kind, digest.search),
    manageLink: digest.person ? siteUrl + links.alerts : stopLink,
    stopLink,
  };
  const listed = rows.slice(0, mostListed).map((row) => ({ ...row, link: siteUrl + row.link }));
  return {
    mail: write(digest, frame, listed),
    headers: headersToLeave(stopLink),
  };
}

type Listed = { title: string; company: string; place: string; facts: string[]; link: string };

function write(digest: Digest, frame: Frame, listed: (Listed & { why?: string })[]) {
  const search = describeAlert(digest.kind, digest.search);
  if (digest.kind === 'people') {
    const people = listed.map(({ title, facts, link }) => ({ headline: title, facts, link }));
    return { kind: 'people-alert' as const, ...frame, search, people };
  }
  const said = digest.kind === 'jobs' ? { search } : {};
  return { kind: 'job-alert' as const, ...frame, ...said, jobs: listed };
}

type JobRow = {
  id: string;
  title: string;
  company: string;
  location: string;
  job_type: string;
  workplace: string | null;
  salary_range: string | null;
  salary_from: number | null;
  salary_to: number | null;
  salary_currency: string | null;
  salary_period: string | null;
};

async function readJobs(database: Database, digest: Digest, ids: string[]) {
  const caller = receiverOf(digest);
  const { rows } = await database.askAs<JobRow>(
    caller,
    {
      text: `select j.id, j.title, j.company, j.location, j.job_type, j.workplace, j.salary_range,
          j.salary_from::float, j.salary_to::float, j.salary_currency, j.salary_period
        from public.jobs as j where j.id = any ($1) and private.is_open(j)
        order by j.created_at desc, j.id`,
      values: [ids],
    },
    { readOnly: true },
  );
  const why = digest.kind === 'fit' ? await readReasons(database, digest, ids) : new Map();
  return rows.map((job) => ({
    title: job.title,
    company: job.company,
    place: job.location,
    facts: [job.job_type, workplaceOf(job), salaryOf(job)].filter(
      (fact, nth, all): fact is string => Boolean(fact) && all.indexOf(fact) === nth,
    ),
    link: links.job(job.id),
    ...(why.has(job.id) && { why: sayWhyItFits(why.get(job.id)) }),
  }));
}

async function readReasons(database: Database, { person }: Digest, ids: string[]) {
  const { rows } = await database.asService.query<{ job_id: string; reasons: FitReasons }>({
    text: 'select job_id, reasons from private.fit_reasons($1, $2)',
    values: [person, ids],
  });
  return new Map(rows.map(({ job_id, reasons }) => [job_id, reasons]));
}

type PersonRow = {
  id: string;
  headline: string;
  experience_level: string;
  years_experience: number | null;
};

async function readPeople(database: Database, digest: Digest, ids: string[]) {
  const { rows } = await database.askAs<PersonRow>(
    receiverOf(digest),
    {
      text: `select p.id, p.headline, p.experience_level, p.years_experience
        from public.candidate_profiles as p
        where p.id = any ($1) and p.user_id <> $2
        order by p.created_at desc, p.id`,
      values: [ids, digest.person],
    },
    { readOnly: true },
  );
  return rows.map((person) => ({
    title: person.headline,
    company: '',
    place: '',
    facts: [
      person.experience_level,
      ...(person.years_experience === null ? [] : [yearsOf(person.years_experience)]),
    ],
    link: links.candidate(person.id),
  }));
}

const yearsOf = (years: number) => `${years} ${years === 1 ? 'year' : 'years'} of experience`;

/** Only the email contains the token: the database stores its hash. */
async function makeStopLink(database: Database, siteUrl: string, alertId: string) {
  const token = randomToken();
  await database.asService.query({
    text: 'insert into private.alert_tokens (token_hash, alert_id) values ($1, $2)',
    values: [sha256(token), alertId],
  });
  return `${siteUrl}${links.withToken(links.stopAlerts, token)}`;
}
