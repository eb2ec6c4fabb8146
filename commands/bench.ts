import { readdirSync } from 'node:fs';
import { buildIfStale } from './build-site.ts';
import { runProgramFile } from './run-program.ts';
import { orFail } from './with-database.ts';

/** Runs one benchmark with its arguments, or all of them: `npm run bench -- lighthouse /jobs`. */
await orFail(async () => {
  await buildIfStale();
  const all = readdirSync('bench')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''));
  const [wanted, ...args] = process.argv.slice(2);
  for (const name of wanted ? [wanted] : all) {
    process.stdout.write(`\n${name}\n`);
    await runProgramFile(`bench/${name}.ts`, args);
  }
});
