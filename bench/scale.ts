import type { Site } from '#test/support/site.ts';
import { startBalancer } from '../test/rehearsal/balancer.ts';
import { report } from './parts/report.ts';
import { jobs, measure, onStage, questions } from './parts/scale-stage.ts';

/**
 * Two cores cannot serve more requests a second, so what counts is that a request costs no more.
 */
await onStage(async (stage) => {
  const rows = [];
  const sites: Site[] = [];
  for (const count of [1, 2, 3]) {
    sites.push(await stage.start());
    const balancer = await startBalancer(
      stage.primary.dataDir,
      sites.map(({ url }) => url),
    );
    for (const [what, ask] of Object.entries(await questions(stage, balancer.url))) {
      const figures = await measure(stage, sites, balancer.url, ask, balancer.pid);
      rows.push({ case: `${what}: ${count} process${count > 1 ? 'es' : ''}`, ...figures });
    }
    await balancer.stop();
  }
  report('scale', {
    title: 'One, two and three processes',
    explanation: `Behind HAProxy, with PgBouncer and two streaming replicas, ${jobs.toLocaleString('en')} jobs: where a request spends how many microseconds
of processor time. All of it runs on one machine, so requests per second say nothing about more machines; that the
work of a request stays the same does.`,
    rows,
  });
});
