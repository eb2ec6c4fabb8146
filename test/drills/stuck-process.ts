import { freePort } from '#test/support/own-server.ts';
import { startBalancer } from '../rehearsal/balancer.ts';
import { openInspector } from '../rehearsal/inspector.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import type { Check, Drill } from './drill.ts';
import { counted, sendVisitors, untilAllGood } from './visitors.ts';

/**
 * How long a process is stuck, and by when the balancer must have noticed: one check may take two
 * seconds.
 */
const stuckFor = 8_000;
const noticedAfter = 4_000;

export const drill: Drill = {
  title: 'One of two processes is stuck: stopped from outside, and busy with one thing',
  rounds: 3,
  async run(rounds, say) {
    const stage = await openProcesses({ replicas: 0 });
    try {
      const inspector = await freePort();
      const open = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` };
      const sites = [await stage.start(undefined, open), await stage.start()];
      const balancer = await startBalancer(
        stage.primary.dataDir,
        sites.map(({ url }) => url),
      );
      stage.ends.push(balancer.stop);
      const pid = sites[0]?.child.pid ?? 0;
      const ways = [
        {
          name: 'stopped (SIGSTOP)',
          async stick() {
            process.kill(pid, 'SIGSTOP');
            await delay(stuckFor);
            process.kill(pid, 'SIGCONT');
          },
        },
        { name: 'busy with one thing', stick: () => keepBusy(inspector) },
      ];
      const questions = [
        { what: 'board', path: '/jobs' },
        {
          what: 'table',
          path: '/rest/v1/jobs?select=id&limit=1',
          init: { headers: { apikey: stage.publishableKey } },
        },
        { what: 'page', path: '/about' },
      ];
      const kinds = questions.map(({ what }) => what);
      const checks: Check[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const { name, stick } of ways) {
          const people = sendVisitors(balancer.url, questions, 6);
          await untilAllGood(people.answers, kinds, performance.now());
          const began = performance.now();
          await stick();
          const back = performance.now();
          await untilAllGood(people.answers, kinds, back);
          // It gets requests again only once the balancer trusts it.
          await delay(2_000);
          const answers = await people.stop();
          const after = answers.filter(({ at }) => at >= began + noticedAfter && at < back);
          const slowest = Math.max(...after.map(({ took }) => took));
          const waited = answers.filter(({ at, took }) => at < back && at + took > back - 100);
          const again = await asked(sites[0]?.url ?? '');
          checks.push({
            what: `${name}: nobody who comes after the balancer noticed is kept waiting`,
            seen: `${counted(after)}, slowest ${Math.round(slowest)} ms`,
            holds:
              after.length > 0 &&
              after.every(({ said }) => said === '200') &&
              slowest < stuckFor / 2,
          });
          checks.push({
            what: `${name}: who had asked before is answered once it goes on, and it is asked again`,
            seen: `${counted(answers)}; ${waited.length} waited; it answers ${again}`,
            holds: answers.every(({ said }) => said === '200') && again === 200,
          });
        }
        say(`round ${round + 1} of ${rounds}`);
      }
      return checks;
    } finally {
      await stage.stop();
    }
  },
};

const delay = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

async function asked(url: string): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

/** Keeps a process computing, so that it does nothing else, like a bug in a loop. */
async function keepBusy(port: number) {
  const inspector = await openInspector(port);
  await inspector.evaluate(`for (const end = Date.now() + ${stuckFor}; Date.now() < end; );`);
  inspector.close();
}
