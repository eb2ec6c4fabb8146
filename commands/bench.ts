import { readdirSync } from 'node:fs';
import { buildIfStale } from './build-site.ts';
import { runProgramFile } from './run-program.ts';
import { orFail } from './with-database.ts';

/** Runs the benchmarks named, or all of them: `npm run bench -- pages`. */
await orFail(async () => {
  await buildIfStale();
  const parts = new Set(['measure', 'bare-server']);
  const all = readdirSync('bench')
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !parts.has(name));
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : all) {
    process.stdout.write(`\n${name}\n`);
    await runProgramFile(`bench/${name}.ts`, []);
  }
});
