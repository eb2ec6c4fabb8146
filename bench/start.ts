import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { end, launch } from './parts/launch.ts';

/**
 * From the command to the first answer of a site that is built: with a new database, and with one that is
 * there. `npm run bench -- start`
 */
const runs = 5;
const limits = { new: 2_500, warm: 1_200 };
const folder = makeDataDir('site-bench-start-');

try {
  // One before they count: what is read from the disk for the first time, and the compiled sources.
  await start(join(folder, 'first'));
  const figures: Record<keyof typeof limits, Figure[]> = { new: [], warm: [] };
  for (let run = 0; run < runs; run += 1) {
    const dataDir = join(folder, String(run));
    figures.new.push(await start(dataDir));
    figures.warm.push(await start(dataDir));
    rmSync(dataDir, { recursive: true });
  }
  for (const kind of ['new', 'warm'] as const) {
    const { wall, work } = middle(figures[kind]);
    const name = kind === 'new' ? 'a new database' : 'a database that is there';
    process.stdout.write(
      `${name}: ready after ${wall.toFixed(0)} ms (goal ${limits[kind]}), ${work.toFixed(0)} ms of processor; all: ${figures[
        kind
      ]
        .map((figure) => figure.wall.toFixed(0))
        .join(' ')}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Figure = { wall: number; work: number };

/** Milliseconds until it says that it is ready and has answered, and of the processor until then. */
async function start(dataDir: string): Promise<Figure> {
  const begin = performance.now();
  const { child, url } = await launch('commands/run.mjs', ['start'], {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  });
  await (await fetch(url)).text();
  const wall = performance.now() - begin;
  const work = cpuSeconds(child.pid) * 1_000;
  await end(child);
  return { wall, work };
}

function middle(figures: Figure[]): Figure {
  const of = (name: keyof Figure) =>
    figures.map((figure) => figure[name]).toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
  return { wall: of('wall'), work: of('work') };
}
