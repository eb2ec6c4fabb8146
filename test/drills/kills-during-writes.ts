import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { startSandbox } from '#server/outside/stripe-sandbox/sandbox.ts';
import { killed, type Site } from '#test/support/site.ts';
import { openProcesses, type Way } from '../rehearsal/processes.ts';
import type { Drill } from './drill.ts';
import { countKept } from './what-is-there.ts';
import type { Post, Stage } from './writers/hands.ts';
import { noneKept } from './writers/kept.ts';
import { startWriting } from './writers/writers.ts';

const way: Way = { isPooled: true, isPrepared: false, hasReplicas: false };
/**
 * One is killed while the others keep writing: a start takes much longer than the life that follows
 * it.
 */
const atOnce = 6;
/** However slow the machine is; what was rehearsed by then counts. */
const longest = 40 * 60_000;

export const drill: Drill = {
  title: 'kill -9 of one of several processes while people write, pay, apply and share seats',
  rounds: 300,
  async run(rounds, say) {
    const stage = await openProcesses({ replicas: 0 });
    try {
      await seed(stage);
      const folder = join(stage.primary.dataDir, 'payments');
      mkdirSync(folder);
      const sandbox = await startSandbox({
        file: join(folder, 'stripe-sandbox.json'),
        siteUrl: 'http://127.0.0.1',
        retryWaits: [0.2],
      });
      stage.ends.push(sandbox.stop);
      const settings = {
        JOBS_PER_DAY: '100000',
        AUTH_LIMIT_LETTERS_PER_CLIENT: '1000000/60',
        AUTH_LIMIT_TOKENS: '1000000/60',
        STRIPE_SANDBOX_OF: folder,
      };
      const running = new Map<number, Site>();
      const answered = new Map<Site, number>();
      /** Like a balancer: any process that runs. */
      const pick = async () => {
        for (;;) {
          const all = [...running.values()];
          const site = all[Math.floor(Math.random() * all.length)];
          if (site) return site;
          await pause(20);
        }
      };
      const post: Post = async (path, body, token) => {
        const site = await pick();
        const response = await fetch(site.url + path, {
          method: 'POST',
          headers: {
            apikey: stage.publishableKey,
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(20_000),
        });
        const text = await response.text();
        if (response.ok) answered.set(site, (answered.get(site) ?? 0) + 1);
        return { status: response.status, body: text ? JSON.parse(text) : {} };
      };
      const webhooks = new Map<string, number>();
      sandbox.tell({
        url: 'http://127.0.0.1/functions/v1/stripe-webhook',
        async send(request) {
          const body = await request.text();
          const { url } = await pick();
          const response = await fetch(url + new URL(request.url).pathname, {
            method: 'POST',
            headers: request.headers,
            body,
            signal: request.signal,
          });
          const { id } = JSON.parse(body);
          if (response.ok) webhooks.set(id, (webhooks.get(id) ?? 0) + 1);
          return response;
        },
      });
      const start = async (place: number, port?: string) => {
        const site = await stage.start(way, { ...settings, ...(port && { PORT: port }) });
        running.set(place, site);
        return site;
      };
      const places = Array.from({ length: atOnce }, (_, place) => place);
      // The first one starts alone: the others use its keys.
      const sites = [await start(0)];
      sites.push(...(await Promise.all(places.slice(1).map((place) => start(place)))));
      const kept = noneKept();
      const over = new AbortController();
      const writing = await startWriting({ stage, post, sandbox, kept, over: over.signal });
      let kills = 0;
      const end = performance.now() + longest;
      const keepKilling = async (place: number) => {
        for (let site = sites[place] as Site; kills < rounds && performance.now() < end; ) {
          kills += 1;
          const number = kills;
          // In the middle of something, and not during the start.
          while ((answered.get(site) ?? 0) < 3 && !over.signal.aborted) await pause(20);
          await pause(Math.random() * 300);
          // Requests in progress break off; no new ones go to it.
          const ends = killed(site.child);
          running.delete(place);
          await ends;
          if (number % 10 === 0) say(`${number} kills; answered: ${told(kept)}`);
          site = await start(place);
        }
      };
      await Promise.all(places.map(keepKilling));
      over.abort();
      await writing.done;
      await sandbox.deliverNow();
      return await countKept({ stage, sandbox, kept, writing, webhooks, kills });
    } finally {
      await stage.stop();
    }
  },
};

async function seed({ admin }: Stage) {
  const database = openDatabase(await migrate(admin));
  await seedDemo(database, () => {});
  await database.close();
}

function told(kept: ReturnType<typeof noneKept>): string {
  const { jobs, people, messages, payers, applicants, members, seats } = kept;
  const counts = { jobs, people, messages, payers, applicants, members, seats: [...seats] };
  return Object.entries(counts)
    .map(([name, all]) => `${all.length} ${name}`)
    .join(', ');
}
