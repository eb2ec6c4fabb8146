import { describeEvidence, oneLine } from '#api/jobs/describe-evidence.ts';
import {
  hideJob,
  listEvidence,
  listReportedJobs,
  type ReportedJob,
  releaseJob,
  setEmployer,
} from '#api/jobs/moderation.ts';
import type { Database } from '#database/database.ts';
import { StartError } from '#database/start-error.ts';
import { employerSchema } from '#domain/candidates/candidate.ts';
import * as links from '#domain/site/links.ts';
import { withDatabase } from './with-database.ts';

const usage =
  'Usage: npm run moderate -- list | hide ID "Why, for its poster to read" | release ID | evidence | company EMAIL "Company"';

/** What can be done about reported jobs without the screens of staff. */
await withDatabase(async ({ database, config }) => {
  const [action = 'list', id = '', ...words] = process.argv.slice(2);
  if (action === 'list') {
    const jobs = await listReportedJobs(database);
    const blocks = jobs.map((job) => describeJob(job, config.siteUrl));
    print(blocks.length > 0 ? blocks.join('\n\n') : 'Nothing was reported, and nothing is hidden.');
    return;
  }
  if (action === 'evidence') {
    const kept = (await listEvidence(database)).map(describeEvidence);
    print(kept.length > 0 ? kept.join('\n\n') : 'No evidence is kept.');
    return;
  }
  if (action === 'company') {
    print(await changeCompany(database, id, words.join(' ')));
    return;
  }
  if (action !== 'hide' && action !== 'release') throw new StartError(usage);
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new StartError(usage);
  if (action === 'release') {
    const title = await releaseJob(database, id);
    if (title === undefined) throw new StartError(`There is no job ${id}.`);
    print(`Released. ${oneLine(title)}`);
    return;
  }
  const reason = words.join(' ').trim();
  if (reason.length < 10 || reason.length > 1_000) {
    throw new StartError(
      `Say why, in 10 to 1000 characters: its poster gets the words by email.\n${usage}`,
    );
  }
  const hidden = await hideJob(database, id, reason);
  if (!hidden) throw new StartError(`There is no job ${id}.`);
  print(
    hidden.isNew
      ? `Hidden: nobody but its poster sees it. The site emails them why while it runs. ${oneLine(hidden.title)}`
      : `It was hidden already, and its poster was written to then. ${oneLine(hidden.title)}`,
  );
});

async function changeCompany(database: Database, email: string, given: string) {
  const parsed = employerSchema.safeParse({ company: given });
  if (!parsed.success) throw new StartError(`${parsed.error.issues[0]?.message}\n${usage}`);
  const { company } = parsed.data;
  const from = await setEmployer(database, email, company);
  if (!from) throw new StartError(`Nobody has an account with the address ${email}.`);
  return `They hire for ${oneLine(company)}, from ${from.toISOString()}.`;
}

function describeJob({ id, title, company, hidden_at, reports }: ReportedJob, siteUrl: string) {
  return [
    `${id}  ${hidden_at ? 'HIDDEN' : 'on the board'}`,
    `  ${oneLine(title)} · ${oneLine(company)}`,
    `  ${siteUrl}${links.job(id)}`,
    ...reports.map(
      ({ reason, note, created_at }) =>
        `  ${created_at.slice(0, 10)}  ${reason}${note ? `: ${oneLine(note)}` : ''}`,
    ),
  ].join('\n');
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
}
