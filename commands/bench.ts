import { readdirSync } from 'node:fs';
import { buildIfStale } from './build-site.ts';
import { runProgramFile } from './run-program.ts';
import { orFail } from './with-database.ts';

/** Runs one benchmark with its arguments, or all of them: `npm run bench -- lighthouse /jobs`. */
await orFail(async () => {
  await buildIfStale();
  const parts = new Set([
    'bare-server',
    'cpu-seconds',
    'keep-asking',
    'launch',
    'mail-sink',
    'turns',
    'work-newsletter',
    'work-requests',
    'worst-requests',
  ]);
  const all = readdirSync('bench')
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !parts.has(name));
  const [wanted, ...args] = process.argv.slice(2);
  for (const name of wanted ? [wanted] : all) {
    process.stdout.write(`\n${name}\n`);
    await runProgramFile(`bench/${name}.ts`, args);
  }
});
