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
import { readWords, refuseOthers } from './read-words.ts';
import { orFail, type Site, withDatabase } from './with-database.ts';

const usage = `npm run moderate                                  what was reported, and what is hidden
npm run moderate -- hide ID "Why, for its poster to read"
npm run moderate -- release ID
npm run moderate -- evidence                      what was reported and has been deleted
npm run moderate -- company EMAIL "Company"       whom somebody hires for
See docs/operate.md for more.`;

/** How many words each takes. A reason, and the name of a company, may be given without quotes. */
const mostWords = new Map([
  ['list', 0],
  ['evidence', 0],
  ['release', 1],
  ['hide', Number.POSITIVE_INFINITY],
  ['company', Number.POSITIVE_INFINITY],
]);

/** Handles reported jobs without the staff screens. */
await orFail(async () => {
  const args = reasonApart(process.argv.slice(2));
  const given = readWords({ allowPositionals: true, args }, usage).positionals;
  const [action = 'list', ...words] = given;
  requireOrder(action, words);
  await withDatabase((site) => moderate(site, action, words));
});

/** Otherwise half of what was meant would be done, and the rest passed over. */
function requireOrder(action: string, words: readonly string[]) {
  const taken = mostWords.get(action);
  if (taken === undefined) throw new StartError(`There is no "${action}".\n${usage}`);
  refuseOthers(words.slice(taken), usage);
  const [id = ''] = words;
  const isForJob = action === 'hide' || action === 'release';
  if (isForJob && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) {
    throw new StartError(`"${id}" is not the id of a job.\n${usage}`);
  }
}

/** A reason may begin with a dash, like a list item. No option has a space in its name. */
function reasonApart(args: string[]): string[] {
  const place = args.findIndex((each) => /^-[^=]*\s/.test(each));
  return place < 0 ? args : args.toSpliced(place, 0, '--');
}

async function moderate(
  { database, config }: Site,
  action: string,
  [id = '', ...words]: readonly string[],
) {
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
      : `It was already hidden, and its poster was emailed then. ${oneLine(hidden.title)}`,
  );
}

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
