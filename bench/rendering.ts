import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { ServerBuild } from 'react-router';
import { openDatabase } from '#database/database.ts';
import { demoJobs } from '#database/seed/demo-jobs.ts';
import { seedDemo } from '#database/seed/seed.ts';
import * as links from '#domain/links.ts';
import { createLogger } from '#server/logger.ts';
import { createServer } from '#server/server.ts';
import { readConfig } from '#server/settings/config.ts';
import { readBuild } from '#server/stored-files.ts';
import { cloneDatabase, startTestEngine } from '#test/support/engine.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { report } from './parts/report.ts';

const origin = 'http://127.0.0.1:3000';

const pages = [
  { name: 'board', path: links.jobs },
  { name: 'board, one type', path: `${links.jobs}?type=Contract` },
  { name: 'board, a search', path: `${links.jobs}?q=analyst` },
  { name: 'board, nothing found', path: `${links.jobs}?q=lighthouse%20keeper` },
  { name: 'job', path: links.job(demoJobs(1, new Date())[0]?.id ?? '') },
  { name: 'sitemap', path: '/sitemap.xml' },
  { name: 'feed', path: links.jobsFeed },
  { name: 'no such page', path: '/no-such-page' },
  { name: 'shell of a screen', path: links.candidate('00000000-0000-4000-8000-000000000000') },
];

const profile = process.argv.find((each) => each.startsWith('--profile='))?.slice(10);
const wantedNames = process.argv.slice(2).filter((each) => !each.startsWith('--'));

/**
 * What a page costs this process: rendering, asking the database and packing, without a socket. Processor
 * time, so that it says the same on a busy machine; the database's own is another process's.
 */
async function benchRendering({ rounds = 5, each = 15, atOnce = 4 } = {}) {
  if (process.env.NODE_ENV !== 'production') throw new Error('Set NODE_ENV to production.');
  const engine = await startTestEngine();
  const clone = await cloneDatabase(engine);
  const database = openDatabase(clone.login);
  try {
    await seedDemo(database, () => {});
    const folder = join(import.meta.dirname, '../build');
    const build: ServerBuild = await import(pathToFileURL(join(folder, 'server/index.js')).href);
    const { handle, stop } = await createServer({
      config: readConfig({ LOG_LEVEL: 'silent' }),
      keys: testKeys,
      database,
      logger: createLogger('silent'),
      build: async () => build,
      files: readBuild(join(folder, 'client')),
    });
    const ask = async (path: string) => {
      const headers = { 'accept-encoding': 'br', 'accept-language': 'en-US,en;q=0.9' };
      const response = await handle(new Request(origin + path, { headers }), '127.0.0.1');
      return Buffer.from(await response.arrayBuffer());
    };
    const wanted = pages.filter(
      ({ name }) => wantedNames.length === 0 || wantedNames.includes(name),
    );
    const taken = new Map(wanted.map(({ path }) => [path, [] as number[]]));
    const inspector = new Session();
    inspector.connect();
    for (let round = -2; round < rounds; round += 1) {
      if (profile && round === 0) {
        await inspector.post('Profiler.enable');
        await inspector.post('Profiler.setSamplingInterval', { interval: 200 });
        await inspector.post('Profiler.start');
      }
      for (const { path } of wanted) {
        const before = process.cpuUsage();
        const asking = Array.from({ length: atOnce }, async () => {
          for (let time = 0; time < each; time += 1) await ask(path);
        });
        await Promise.all(asking);
        const { user, system } = process.cpuUsage(before);
        // The first rounds only warm up.
        if (round >= 0) taken.get(path)?.push((user + system) / 1_000 / each / atOnce);
      }
    }
    if (profile) {
      const { profile: taken } = await inspector.post('Profiler.stop');
      writeFileSync(profile, JSON.stringify(taken));
    }
    const rows = [];
    for (const { name, path } of wanted) {
      const packed = await ask(path);
      const figures = (taken.get(path) ?? []).toSorted((a, b) => a - b);
      rows.push({
        page: name,
        'CPU ms, median': figures[Math.floor(figures.length / 2)]?.toFixed(2),
        least: figures[0]?.toFixed(2),
        bytes: brotliDecompressSync(packed).length,
        packed: packed.length,
      });
    }
    report('rendering', {
      title: 'Rendering a page',
      explanation: `What a page costs the site's process when nobody keeps it: rendering, asking the database and packing, without a
socket. Processor time of that process; the database's own is another's.`,
      rows,
      drawn: ['CPU ms, median'],
    });
    await stop();
  } finally {
    await database.close();
    await clone.drop();
    await engine.stop();
  }
}

if (import.meta.main) await benchRendering();
