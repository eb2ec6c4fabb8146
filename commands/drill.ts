import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { StartError } from '#database/start-error.ts';
import type { Check, Drill } from '../test/drills/drill.ts';
import { buildIfStale } from './build-site.ts';
import { orFail } from './with-database.ts';

const folder = join(import.meta.dirname, '../test/drills');
const parts = ['drill.ts', 'visitors.ts'];

/**
 * Rehearses faults on this machine, and says of each what held: `npm run drill`, `npm run drill -- database-restarts`,
 * `npm run drill -- kills-during-writes --rounds 300`. It needs PgBouncer and HAProxy.
 */
await orFail(async () => {
  const all = readdirSync(folder)
    .filter((file) => !parts.includes(file))
    .map((file) => file.replace(/\.ts$/, ''));
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string' } },
  });
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown) {
    throw new StartError(`There is no drill "${unknown}"; there are ${all.join(', ')}.`);
  }
  await buildIfStale();
  for (const name of positionals.length > 0 ? positionals : all) {
    const file = pathToFileURL(join(folder, `${name}.ts`)).href;
    const { drill }: { drill: Drill } = await import(file);
    const rounds = Number(values.rounds ?? drill.rounds);
    process.stdout.write(`\n${drill.title}\n`);
    const checks = await drill.run(rounds, (line) => process.stdout.write(`  ${line}\n`));
    for (const check of checks) process.stdout.write(tell(check));
    if (checks.some(({ holds }) => !holds)) process.exitCode = 1;
  }
});

function tell({ what, seen, holds }: Check): string {
  return `  ${holds ? 'held' : 'DID NOT HOLD'}: ${what} (${seen})\n`;
}
