import { join } from 'node:path';
import type pg from 'pg';
import { readPostmaster } from '#database/embedded/remains.ts';
import { withClient } from '#database/open-client.ts';
import { until } from '#test/support/site.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import type { Drill } from './drill.ts';
import { counted, isGoodOrAway, sendVisitors, spread, untilEachIsGood } from './visitors.ts';

const kinds = ['board', 'table', 'health'] as const;

export const drill: Drill = {
  title: 'PostgreSQL is restarted under load, by turns as an operator does it and by kill -9',
  rounds: 50,
  async run(rounds, say) {
    // Started again soon each time: how long it is away is not what is rehearsed.
    const stage = await openProcesses({ replicas: 1, waits: [200] });
    try {
      const sites = [await stage.start(), await stage.start()];
      const headers = { apikey: stage.publishableKey };
      const questions = [
        { what: 'board', path: '/jobs' },
        { what: 'table', path: '/rest/v1/jobs?select=id&limit=1', init: { headers } },
        { what: 'health', path: '/healthz' },
      ];
      const crowds = sites.map(({ url }) => sendVisitors(url, questions, 3));
      for (const { answers } of crowds) await untilEachIsGood(answers, kinds, performance.now());
      const cluster = join(stage.primary.dataDir, 'postgres/cluster');
      const taken: Record<'start' | 'pooler' | (typeof kinds)[number], number>[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = readPostmaster(cluster)?.pid ?? 0;
        const gone = performance.now();
        process.kill(before, round % 2 === 0 ? 'SIGINT' : 'SIGKILL');
        const isNew = () => readPostmaster(cluster)?.pid !== before;
        const [up, back] = await Promise.all([
          takesConnections(stage.logins.straight, isNew),
          // What a client with nothing else to do sees on the way that the processes take.
          takesConnections(stage.logins.pooled, isNew),
        ]);
        const each = await Promise.all(
          crowds.map(({ answers }) => untilEachIsGood(answers, kinds, back)),
        );
        const [board = 0, table = 0, health = 0] = kinds.map((_, place) =>
          Math.max(...each.map((times) => times[place] ?? 0)),
        );
        taken.push({ start: up - gone, pooler: back - up, board, table, health });
        if ((round + 1) % 10 === 0 || rounds <= 10) {
          say(`${round + 1} restarts; the last: ${JSON.stringify(taken.at(-1), rounded)}`);
        }
      }
      const answers = (await Promise.all(crowds.map((crowd) => crowd.stop()))).flat();
      const usual = answers.filter(({ what, said }) => what === 'board' && said === '200');
      const each = ([...kinds] as const).map((kind) => ({
        kind,
        times: taken.map((round) => round[kind]),
      }));
      return [
        {
          what: 'nobody got anything but an answer or “come again soon” (503)',
          seen: counted(answers),
          holds: answers.every(isGoodOrAway),
        },
        {
          what: 'everything answered within 2 s after a bare client did on the same way',
          seen: `${rounds} restarts; ${each.map(({ kind, times }) => `${kind}: ${spread(times)}`).join('; ')}; otherwise a board takes ${spread(usual.map(({ took }) => took))}`,
          holds: each.every(({ times }) => Math.max(...times) <= 2_000),
        },
        {
          what: 'before that, PostgreSQL itself was away, and then the pooler still thought so',
          seen: `until it took connections ${spread(taken.map(({ start }) => start))}; until the pooler did ${spread(taken.map(({ pooler }) => pooler))}`,
          holds: true,
        },
        {
          what: 'no process was restarted',
          seen: sites.map(({ child }) => (child.exitCode === null ? 'runs' : 'ended')).join(', '),
          holds: sites.every(({ child }) => child.exitCode === null && !child.signalCode),
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};

/** When a new connection was first made and answered. */
async function takesConnections(login: pg.ClientConfig, isNew: () => boolean): Promise<number> {
  await until(
    async () =>
      isNew() && withClient(login, (client) => client.query('select 1')).then(() => true),
    (isBack) => isBack,
  );
  return performance.now();
}

const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value) : value;
