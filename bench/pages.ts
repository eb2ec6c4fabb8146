import { rmSync } from 'node:fs';
import { makeDataDir } from '#test/support/engine.ts';
import { end, launch } from './launch.ts';
import { measure } from './measure.ts';

/** A kept page, a rendered page and a question to the table API, each beside a bare handler. */
async function benchPages() {
  const dataDir = makeDataDir('site-bench-');
  const coldStart = performance.now();
  const first = await launch('commands/run.mjs', ['start'], { DATA_DIR: dataDir, PORT: '0' });
  const cold = performance.now() - coldStart;
  await end(first.child);
  const warmStart = performance.now();
  const site = await launch('commands/run.mjs', ['start'], { DATA_DIR: dataDir, PORT: '0' });
  const warm = performance.now() - warmStart;
  process.stdout.write(
    `start with a new database ${seconds(cold)}, with an existing one ${seconds(warm)}\n`,
  );
  try {
    const { supabaseKey } = await (await fetch(`${site.url}/config.json`)).json();
    const packed = { 'accept-encoding': 'br' };
    const cases = [
      { name: 'kept page /', path: '/', headers: packed },
      { name: 'rendered page /jobs', path: '/jobs', headers: packed },
      {
        name: 'table API, active jobs',
        path: '/rest/v1/jobs?select=*&is_active=eq.true&order=created_at.desc',
        headers: { apikey: supabaseKey },
      },
    ];
    const rows = [];
    for (const { name, path, headers } of cases) {
      const response = await fetch(site.url + path, { headers });
      const body = Buffer.from(await response.arrayBuffer());
      const bare = await launch('bench/bare-server.ts', [
        body.toString('base64'),
        response.headers.get('content-type') ?? '',
      ]);
      const ours = await measure(site.url + path, headers);
      const most = await measure(bare.url, headers);
      await end(bare.child);
      rows.push({
        case: name,
        'requests/s': ours.requestsPerSecond,
        'p99 ms': ours.p99,
        'bare handler requests/s': most.requestsPerSecond,
        ratio: (ours.requestsPerSecond / most.requestsPerSecond).toFixed(2),
      });
    }
    console.table(rows);
  } finally {
    await end(site.child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

if (import.meta.main) await benchPages();
