import { killed } from '#test/support/site.ts';
import { startBalancer } from '../rehearsal/balancer.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import { mayTake, meanConnection } from './bare-client.ts';
import type { Check, Drill } from './drill.ts';
import { type Answer, counted, isGoodOrAway, sendVisitors, untilAllGood } from './visitors.ts';

const crowd = 6;

export const drill: Drill = {
  title: 'A replica, the pooler, one process of three are killed under load',
  rounds: 3,
  async run(rounds, say) {
    const stage = await openProcesses();
    try {
      const sites = [await stage.start(), await stage.start(), await stage.start()];
      const balancer = await startBalancer(
        stage.primary.dataDir,
        sites.map(({ url }) => url),
      );
      stage.ends.push(balancer.stop);
      const headers = { apikey: stage.publishableKey };
      const questions = [
        { what: 'board', path: '/jobs' },
        { what: 'table', path: '/rest/v1/jobs?select=id&limit=1', init: { headers } },
        { what: 'page', path: '/about' },
      ];
      const kinds = questions.map(({ what }) => what);
      /** The responses while something was gone and came back, and how long it took to recover. */
      async function under(fault: (answers: Answer[]) => Promise<number>) {
        const people = sendVisitors(balancer.url, questions, crowd);
        await untilAllGood(people.answers, kinds, performance.now());
        const back = await fault(people.answers);
        const recovered = untilAllGood(people.answers, kinds, back);
        const bare = await meanConnection(stage.logins.pooled, recovered);
        const recovery = await recovered;
        return { answers: await people.stop(), recovery, isSoonWell: recovery <= mayTake(bare) };
      }
      const checks: Check[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const replica = stage.replicas[round % stage.replicas.length];
        const ofReplica = await under(async () => {
          process.kill(replica?.postmaster() ?? 0, 'SIGKILL');
          await new Promise((resolve) => setTimeout(resolve, 2_000));
          return performance.now();
        });
        checks.push({
          what: 'a replica is gone and nobody notices',
          seen: counted(ofReplica.answers),
          holds: ofReplica.answers.every(({ said }) => said.startsWith('2')),
        });
        const ofPooler = await under(async () => {
          await stage.pooler.kill();
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          await stage.pooler.start();
          return performance.now();
        });
        checks.push({
          what: 'the pooler is gone: an answer or 503, and all is well 2 s after it is back (longer where a bare client needs long)',
          seen: `${counted(ofPooler.answers)}; well after ${Math.round(ofPooler.recovery)} ms`,
          holds: ofPooler.answers.every(isGoodOrAway) && ofPooler.isSoonWell,
        });
        const [first] = sites;
        const ofProcess = await under(async () => {
          if (first) await killed(first.child);
          const gone = performance.now();
          await new Promise((resolve) => setTimeout(resolve, 2_000));
          return gone;
        });
        const lost = ofProcess.answers.filter(({ said }) => !said.startsWith('2'));
        checks.push({
          what: 'one process is killed: at most what it was about to answer is lost',
          seen: `${counted(ofProcess.answers)}; well after ${Math.round(ofProcess.recovery)} ms`,
          holds: lost.length <= crowd && ofProcess.isSoonWell,
        });
        // On the same port, where the balancer expects it.
        const port = new URL(first?.url ?? '').port;
        sites[0] = await stage.start(undefined, { PORT: port });
        say(`round ${round + 1} of ${rounds}`);
      }
      return checks;
    } finally {
      await stage.stop();
    }
  },
};
