import { StartError } from '#database/start-error.ts';
import { drill as clockJumps } from '../test/drills/clock-jumps.ts';
import { drill as connectionsExhausted } from '../test/drills/connections-exhausted.ts';
import { drill as databaseRestarts } from '../test/drills/database-restarts.ts';
import { drill as diskFull } from '../test/drills/disk-full.ts';
import type { Check, Drill } from '../test/drills/drill.ts';
import { drill as fileStoreAway } from '../test/drills/file-store-away.ts';
import { drill as killsDuringWrites } from '../test/drills/kills-during-writes.ts';
import { drill as mailServerAway } from '../test/drills/mail-server-away.ts';
import { drill as oneIsGone } from '../test/drills/one-is-gone.ts';
import { drill as socketsCut } from '../test/drills/sockets-cut.ts';
import { drill as stuckProcess } from '../test/drills/stuck-process.ts';
import { buildIfStale } from './build-site.ts';
import { readCount, readWords } from './read-words.ts';
import { orFail } from './with-database.ts';

const drills = new Map<string, Drill>([
  ['one-is-gone', oneIsGone],
  ['connections-exhausted', connectionsExhausted],
  ['database-restarts', databaseRestarts],
  ['kills-during-writes', killsDuringWrites],
  ['disk-full', diskFull],
  ['stuck-process', stuckProcess],
  ['sockets-cut', socketsCut],
  ['file-store-away', fileStoreAway],
  ['mail-server-away', mailServerAway],
  ['clock-jumps', clockJumps],
]);

const usage = `npm run drill                                   faults on this machine, and what held of each
npm run drill -- kills-during-writes            one of ${[...drills.keys()].join(', ')}
npm run drill -- kills-during-writes --rounds 30
It needs PgBouncer, HAProxy and faketime, and root for small disks. See docs/drills.md for more.`;

await orFail(async () => {
  const options = { rounds: { type: 'string' } } as const;
  const { values, positionals } = readWords({ allowPositionals: true, options }, usage);
  const rounds = values.rounds && readCount(values.rounds, { name: 'rounds', most: 10_000, usage });
  const wanted = positionals.length > 0 ? positionals : [...drills.keys()];
  for (const name of wanted) {
    if (drills.has(name)) continue;
    throw new StartError(`There is no drill "${name}".\n${usage}`);
  }
  await buildIfStale();
  for (const name of wanted) await rehearse(drills.get(name) as Drill, rounds || undefined);
});

async function rehearse({ title, rounds, run }: Drill, wanted: number | undefined) {
  process.stdout.write(`\n${title}\n`);
  const checks = await run(wanted ?? rounds, (line) => process.stdout.write(`  ${line}\n`));
  for (const check of checks) process.stdout.write(tell(check));
  if (checks.some(({ holds }) => !holds)) process.exitCode = 1;
}

function tell({ what, seen, holds }: Check): string {
  return `  ${holds ? 'held' : 'DID NOT HOLD'}: ${what} (${seen})\n`;
}
