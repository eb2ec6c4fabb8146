import { join } from 'node:path';
import type pg from 'pg';
import { readPostmaster } from '#database/embedded/remains.ts';
import { until } from '#test/support/site.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import { askOnce, isOverTwoSeconds, mayTake, meanConnection } from './bare-client.ts';
import type { Drill } from './drill.ts';
import { counted, isGoodOrAway, sendVisitors, spread, untilEachIsGood } from './visitors.ts';

const kinds = ['board', 'table', 'health'] as const;
type Kind = (typeof kinds)[number];
/** In milliseconds; `bare` is one connection with one query, while the site recovers. */
type Round = Record<Kind | 'start' | 'pooler' | 'bare', number>;

export const drill: Drill = {
  title: 'PostgreSQL is restarted under load, by turns as an operator does it and by kill -9',
  rounds: 50,
  async run(rounds, say) {
    // Restarted quickly each time: how long it is down is not what is rehearsed.
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
      const taken: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = readPostmaster(cluster)?.pid ?? 0;
        const gone = performance.now();
        process.kill(before, round % 2 === 0 ? 'SIGINT' : 'SIGKILL');
        const isNew = () => readPostmaster(cluster)?.pid !== before;
        const [up, back] = await Promise.all([
          takesConnections(stage.logins.straight, isNew),
          // What a client with nothing else to do sees on the same route as the processes.
          takesConnections(stage.logins.pooled, isNew),
        ]);
        const recovered = Promise.all(
          crowds.map(({ answers }) => untilEachIsGood(answers, kinds, back)),
        );
        const bare = await meanConnection(stage.logins.pooled, recovered);
        const each = await recovered;
        const [board = 0, table = 0, health = 0] = kinds.map((_, place) =>
          Math.max(...each.map((times) => times[place] ?? 0)),
        );
        taken.push({
          start: up - gone,
          pooler: Math.max(0, back - up),
          bare,
          board,
          table,
          health,
        });
        if ((round + 1) % 10 === 0) say(`${round + 1} restarts`);
      }
      const answers = (await Promise.all(crowds.map((crowd) => crowd.stop()))).flat();
      const usual = answers.filter(({ what, said }) => what === 'board' && said === '200');
      const of = (part: keyof Round) => spread(taken.map((round) => round[part]));
      const recovery = ({ board, table, health }: Round) => Math.max(board, table, health);
      return [
        {
          what: 'nobody got anything but an answer or “come again soon” (503)',
          seen: counted(answers),
          holds: answers.every(isGoodOrAway),
        },
        {
          what: 'everything answered within 2 s (longer where a bare client needs long) after a bare client did on the same way',
          seen: `${rounds} restarts, ${taken.map(recovery).filter(isOverTwoSeconds).length} over 2 s; all: ${spread(taken.map(recovery))}; board: ${of('board')}; table: ${of('table')}; health: ${of('health')}; a bare connection meanwhile: ${of('bare')}; otherwise a board: ${spread(usual.map(({ took }) => took))}`,
          holds: taken.every((round) => recovery(round) <= mayTake(round.bare)),
        },
        {
          what: 'before that PostgreSQL itself started, and the pooler found it again',
          seen: `until PostgreSQL took connections: ${of('start')}; from then until the pooler did: ${of('pooler')}`,
          holds: taken.length === rounds,
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
    async () => isNew() && askOnce(login),
    (isBack) => isBack,
  );
  return performance.now();
}
