import type pg from 'pg';
import { openClient } from '#database/open-client.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import { mayTake, meanConnection } from './bare-client.ts';
import type { Drill } from './drill.ts';
import { counted, isGoodOrAway, sendVisitors, spread, untilAllGood } from './visitors.ts';

export const drill: Drill = {
  title: 'Others take all connections of PostgreSQL, and give them back',
  rounds: 3,
  async run(rounds, say) {
    const stage = await openProcesses({ replicas: 0, settings: { max_connections: '60' } });
    try {
      // Directly to PostgreSQL: a pooler would wait in place of the site.
      const way = { isPooled: false, isPrepared: true, hasReplicas: false };
      const site = await stage.start(way);
      const headers = { apikey: stage.publishableKey };
      const questions = [
        { what: 'board', path: '/jobs' },
        { what: 'table', path: '/rest/v1/jobs?select=id&limit=1', init: { headers } },
        { what: 'page', path: '/about' },
      ];
      const kinds = questions.map(({ what }) => what);
      const people = sendVisitors(site.url, questions, 8);
      const recoveries: { time: number; bare: number }[] = [];
      let most = 0;
      for (let round = 0; round < rounds; round += 1) {
        await untilAllGood(people.answers, kinds, performance.now());
        const taken = await takeAll(stage.admin);
        most = Math.max(most, taken.length);
        // The site keeps the connections that it has; one that is cut cannot be replaced.
        await taken[0]?.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where usename like '%_login' and backend_type = 'client backend'`);
        taken.push(...(await takeAll(stage.admin)));
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        await Promise.all(taken.map((client) => client.end()));
        const back = performance.now();
        const recovered = untilAllGood(people.answers, kinds, back);
        const bare = await meanConnection(stage.logins.straight, recovered);
        recoveries.push({ time: await recovered, bare });
        say(`round ${round + 1} of ${rounds}: ${taken.length} connections were taken`);
      }
      const answers = await people.stop();
      const pages = answers.filter(({ what }) => what === 'page');
      return [
        {
          what: 'nobody got anything but an answer or 503',
          seen: counted(answers),
          holds: answers.every(isGoodOrAway),
        },
        {
          what: 'pages that are kept came all the time',
          seen: counted(pages),
          holds: pages.every(({ said }) => said === '200'),
        },
        {
          what: 'everything answered within 2 s (longer where a bare client needs long) after they were given back',
          seen: `${spread(recoveries.map(({ time }) => time))}; a bare connection meanwhile: ${spread(recoveries.map(({ bare }) => bare))}`,
          holds: recoveries.every(({ time, bare }) => time <= mayTake(bare)),
        },
        {
          what: 'the process was not restarted',
          seen: site.child.exitCode === null ? 'runs' : 'ended',
          holds: site.child.exitCode === null && !site.child.signalCode,
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};

async function takeAll(admin: pg.ClientConfig): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = await openClient(admin).catch(() => undefined);
    if (!client) return taken;
    taken.push(client);
  }
}
