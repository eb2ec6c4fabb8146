import { StartError } from '#database/start-error.ts';
import { describeEvidence, oneLine } from '#server/describe-evidence.ts';
import { listEvidence, listReportedJobs, type ReportedJob, setHidden } from '#server/moderation.ts';
import { withDatabase } from './with-database.ts';

const usage = 'Usage: npm run moderate -- list | hide ID | release ID | evidence';

/** What staff do about reported postings until there are screens for it. */
await withDatabase(async ({ database, config }) => {
  const [action = 'list', id = ''] = process.argv.slice(2);
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
  if (action !== 'hide' && action !== 'release') throw new StartError(usage);
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new StartError(usage);
  const title = await setHidden(database, id, action === 'hide');
  if (title === undefined) throw new StartError(`There is no job ${id}.`);
  const outcome = action === 'hide' ? 'Hidden: nobody but its poster sees it' : 'Released';
  print(`${outcome}. ${oneLine(title)}`);
});

function describeJob({ id, title, company, hidden_at, reports }: ReportedJob, siteUrl: string) {
  return [
    `${id}  ${hidden_at ? 'HIDDEN' : 'on the board'}`,
    `  ${oneLine(title)} · ${oneLine(company)}`,
    `  ${siteUrl}/job/${id}`,
    ...reports.map(
      ({ reason, note, created_at }) =>
        `  ${created_at.slice(0, 10)}  ${reason}${note ? `: ${oneLine(note)}` : ''}`,
    ),
  ].join('\n');
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
}
