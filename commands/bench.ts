import { readdirSync } from 'node:fs';
import { StartError } from '#database/start-error.ts';
import { writeResults } from '../bench/parts/results-page.ts';
import { buildIfStale } from './build-site.ts';
import { tellUsage } from './read-words.ts';
import { runProgramFile } from './run-program.ts';
import { orFail } from './with-database.ts';

/** Writes `bench/RESULTS.md` after each benchmark. */
await orFail(async () => {
  const all = readdirSync('bench')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''));
  tellUsage(`npm run bench                      all of ${all.join(', ')}
npm run bench -- pages             one of them, with what it takes
npm run bench -- browser /jobs     only shows
bench/RESULTS.md says how to read what comes of it.`);
  const [wanted, ...args] = process.argv.slice(2);
  if (wanted && !all.includes(wanted)) {
    throw new StartError(`There is no benchmark "${wanted}"; there are ${all.join(', ')}.`);
  }
  await buildIfStale();
  for (const name of wanted ? [wanted] : all) {
    process.stdout.write(`\n${name}\n`);
    // A benchmark that fails keeps its old figures, and does not stop the others.
    if ((await runProgramFile(`bench/${name}.ts`, args)) !== 0) process.exitCode = 1;
    writeResults('bench');
  }
});
