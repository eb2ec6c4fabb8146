import { join } from 'node:path';
import { readPostmaster } from '#database/embedded/remains.ts';
import { withClient } from '#database/open-client.ts';
import { until } from '#test/support/site.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import type { Check, Drill } from './drill.ts';
import { type Answer, counted, isGoodOrAway, sendVisitors, untilAllGood } from './visitors.ts';

export const drill: Drill = {
  title: 'PostgreSQL is restarted under load, by turns as an operator does it and by kill -9',
  rounds: 50,
  async run(rounds, say) {
    const stage = await openProcesses({ replicas: 1 });
    try {
      const sites = [await stage.start(), await stage.start()];
      const headers = { apikey: stage.publishableKey };
      const questions = [
        { what: 'board', path: '/jobs' },
        { what: 'table', path: '/rest/v1/jobs?select=id&limit=1', init: { headers } },
        { what: 'health', path: '/healthz' },
      ];
      const kinds = questions.map(({ what }) => what);
      const crowds = sites.map(({ url }) => sendVisitors(url, questions, 3));
      const cluster = join(stage.primary.dataDir, 'postgres/cluster');
      const recoveries: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = readPostmaster(cluster)?.pid ?? 0;
        process.kill(before, round % 2 === 0 ? 'SIGINT' : 'SIGKILL');
        await until(
          async () => {
            const now = readPostmaster(cluster)?.pid;
            if (now === before) return false;
            await withClient(stage.admin, (client) => client.query('select 1'));
            return true;
          },
          (isBack) => isBack,
        );
        const back = performance.now();
        const each = await Promise.all(
          crowds.map(({ answers }) => untilAllGood(answers, kinds, back)),
        );
        recoveries.push(Math.max(...each));
        if ((round + 1) % 10 === 0) say(`${round + 1} restarts`);
      }
      const answers = (await Promise.all(crowds.map((crowd) => crowd.stop()))).flat();
      const sorted = recoveries.toSorted((a, b) => a - b);
      const slowest = sorted.at(-1) ?? 0;
      const checks: Check[] = [
        {
          what: 'nobody got anything but an answer or “come again soon” (503)',
          seen: counted(answers),
          holds: answers.every(isGoodOrAway),
        },
        {
          what: 'everything answered within 2 s after it was back',
          seen: `${rounds} restarts, middle ${Math.round(sorted[rounds >> 1] ?? 0)} ms, slowest ${Math.round(slowest)} ms; otherwise a board takes ${usual(answers)} ms here`,
          holds: slowest <= 2_000,
        },
        {
          what: 'no process was restarted',
          seen: sites.map(({ child }) => (child.exitCode === null ? 'runs' : 'ended')).join(', '),
          holds: sites.every(({ child }) => child.exitCode === null && !child.signalCode),
        },
      ];
      return checks;
    } finally {
      await stage.stop();
    }
  },
};

/** On a machine with much else to do, an answer alone takes long. */
function usual(answers: readonly Answer[]): number {
  const times = answers
    .filter(({ what, said }) => what === 'board' && said === '200')
    .map(({ took }) => took)
    .toSorted((a, b) => a - b);
  return Math.round(times[times.length >> 1] ?? 0);
}
