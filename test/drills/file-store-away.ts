import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { makeDataDir } from '#test/support/engine.ts';
import { addressAt } from '#test/support/own-server.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import { openWay } from '../rehearsal/way.ts';
import type { Check, Drill } from './drill.ts';
import { counted, sendVisitors } from './visitors.ts';

export const drill: Drill = {
  title: 'The store of files is away, silent, and there again',
  rounds: 3,
  async run(rounds, say) {
    const stage = await openProcesses({ replicas: 0 });
    try {
      const way = await openWay(Number(new URL(stage.store.settings.endpoint).port));
      stage.ends.push(way.stop);
      const store = { FILES_S3_ENDPOINT: `http://127.0.0.1:${way.port}` };
      const site = await stage.start(undefined, store);
      const headers = { apikey: stage.secretKey };
      const files = `${site.url}/storage/v1`;
      await fetch(`${files}/bucket`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'drill', name: 'drill', public: false }),
      });
      const kept = new Map<string, string>();
      async function put() {
        const [name, content] = [`${crypto.randomUUID()}.txt`, crypto.randomUUID()];
        const said = await ask(`${files}/object/drill/${name}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'text/plain' },
          body: content,
        });
        if (said.status === 200) kept.set(name, content);
        return said;
      }
      const get = (name: string) => ask(`${files}/object/drill/${name}`, { headers });
      const isClear = ({ status, text, later }: Said) =>
        status === 503 && later !== null && text.includes('cannot reach its files');

      const others = sendVisitors(
        site.url,
        [
          { what: 'board', path: '/jobs' },
          { what: 'page', path: '/about' },
        ],
        2,
      );
      const refusals: Said[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (let file = 0; file < 5; file += 1) await put();
        const [name = ''] = kept.keys();
        for (const state of ['away', 'silent'] as const) {
          await way.become(state);
          refusals.push(...(await Promise.all([put(), put(), get(name), get(name)])));
        }
        await way.become('open');
        say(`round ${round + 1} of ${rounds}: ${kept.size} files are kept`);
      }
      const read = await Promise.all(
        [...kept].map(async ([name, content]) => (await get(name)).text === content),
      );
      const asked = await others.stop();

      const folder = makeDataDir('site-drill-backup-');
      stage.ends.push(async () => rmSync(folder, { recursive: true, force: true }));
      const backup = (more: Record<string, string>) =>
        runBackup({
          DATABASE_URL: addressAt(stage.primary.port, 'rehearsed'),
          DATA_DIR: site.dataDir,
          BACKUP_TO: folder,
          ...stage.environment,
          ...store,
          ...more,
        });
      await way.become('away');
      const withoutFiles = await backup({});
      const withoutStore = await backup({
        BACKUP_TO: 's3://backups/site',
        BACKUP_KEY: 'a key of twenty characters',
        BACKUP_S3_ENDPOINT: `http://127.0.0.1:${way.port}`,
        BACKUP_S3_ACCESS_KEY_ID: 'id',
        BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
      });
      const left = readdirSync(folder).filter((name) => !name.startsWith('.'));
      await way.become('open');
      const well = await backup({});
      const slowest = Math.max(...refusals.map(({ took }) => took));
      const checks: Check[] = [
        {
          what: 'who puts or reads a file hears that the files cannot be reached, and to come again',
          seen: `${refusals.filter(isClear).length} of ${refusals.length}, slowest after ${Math.round(slowest / 1_000)} s${tell(refusals.find((said) => !isClear(said)))}`,
          holds: refusals.every(isClear) && slowest < 35_000,
        },
        {
          what: 'each file that was taken is there with its content, without a restart',
          seen: `${read.filter(Boolean).length} of ${kept.size}`,
          holds: kept.size === rounds * 5 && read.every(Boolean),
        },
        {
          what: 'who asked for pages noticed nothing',
          seen: counted(asked),
          holds: asked.every(({ said }) => said === '200'),
        },
        {
          what: 'the log says it once, and no fault of ours',
          seen: `${site.said().match(/"msg":"the files cannot be reached"/g)?.length ?? 0} times`,
          holds: /the files cannot be reached/.test(site.said()) && !/unexpected/.test(site.said()),
        },
        ...[withoutFiles, withoutStore].map(({ code, said }) => ({
          what: 'a backup meanwhile says why it was not made',
          seen: said,
          holds: code === 1 && said.split('\n').length === 1,
        })),
        {
          what: 'no half of one is left, and the next one is whole',
          seen: `${left.length} left; ${well.said}`,
          holds: left.length === 0 && well.code === 0,
        },
      ];
      return checks;
    } finally {
      await stage.stop();
    }
  },
};

function tell(other: Said | undefined): string {
  return other ? `; another: ${other.status} ${other.text.slice(0, 200)}` : '';
}

type Said = { status: number; text: string; later: string | null; took: number };

async function ask(url: string, init: RequestInit): Promise<Said> {
  const began = performance.now();
  const took = () => performance.now() - began;
  try {
    const response = await fetch(url, init);
    const later = response.headers.get('retry-after');
    return { status: response.status, text: await response.text(), later, took: took() };
  } catch (error) {
    return { status: 0, text: String((error as Error).cause ?? error), later: null, took: took() };
  }
}

/** Its exit code and its last output. */
function runBackup(environment: Record<string, string>): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
    const words = ['commands/run.mjs', 'backup'];
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      resolve({
        code: error ? Number(error.code) : 0,
        said: (stderr || stdout.split('\n').slice(-2).join('')).trim(),
      }),
    );
  });
}
