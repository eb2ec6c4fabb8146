import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

/**
 * From the command to the first response of a built site, with a new database and with an existing
 * one: `npm run bench -- start`
 */
const runs = 5;
const folder = makeDataDir('site-bench-start-');

try {
  // One start that does not count: for the first reads from the disk, and the compile cache.
  await start(join(folder, 'first'));
  const figures: Record<'new' | 'warm', Figure[]> = { new: [], warm: [] };
  for (let run = 0; run < runs; run += 1) {
    const dataDir = join(folder, String(run));
    figures.new.push(await start(dataDir));
    // Removed at the end: for minutes after deleting files, ext4 skips each of their inode numbers
    // one by one, and the next database would take up to a second longer to create its thousand
    // files.
    figures.warm.push(await start(dataDir));
  }
  const names = { new: 'a new database', warm: 'a database that is there' };
  const rows = (['new', 'warm'] as const).map((kind) => {
    const walls = figures[kind].map(({ wall }) => wall);
    const { wall, work } = middle(figures[kind]);
    return {
      database: names[kind],
      'ready ms': wall.toFixed(0),
      'CPU ms': work.toFixed(0),
      quickest: Math.min(...walls).toFixed(0),
      slowest: Math.max(...walls).toFixed(0),
    };
  });
  report('start', {
    title: 'Start',
    explanation: `From \`npm start\` of a built site to its first answered page, the median of ${runs} starts each: with a new database,
including demo content, and with the database of the previous start.`,
    rows,
    goals: [atMost('ready ms', 2_500, [names.new]), atMost('ready ms', 1_200, [names.warm])],
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Figure = { wall: number; work: number };

/**
 * Milliseconds until it has said that it is ready and has answered, and processor time until then.
 */
async function start(dataDir: string): Promise<Figure> {
  const begin = performance.now();
  const { child, url } = await launchSite({
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
