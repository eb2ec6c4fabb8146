import type { Way } from '../test/rehearsal/processes.ts';
import { report } from './parts/report.ts';
import { jobs, measure, onStage, questions } from './parts/scale-stage.ts';

/** What lies between one process and its database, and what it costs. */
await onStage(async (stage) => {
  const ways: Record<string, Way> = {
    'PostgreSQL, prepared': { isPooled: false, isPrepared: true, hasReplicas: false },
    'PostgreSQL, not prepared': { isPooled: false, isPrepared: false, hasReplicas: false },
    'pooler, not prepared': { isPooled: true, isPrepared: false, hasReplicas: false },
    'PostgreSQL, prepared, and two replicas': {
      isPooled: false,
      isPrepared: true,
      hasReplicas: true,
    },
    'pooler, and two replicas': { isPooled: true, isPrepared: false, hasReplicas: true },
  };
  const rows = [];
  for (const [name, way] of Object.entries(ways)) {
    const site = await stage.start(way);
    for (const [what, ask] of Object.entries(await questions(stage, site.url))) {
      rows.push({ case: `${what}: ${name}`, ...(await measure(stage, [site], site.url, ask)) });
    }
    await stage.end(site);
  }
  report('scale-ways', {
    title: 'Through a pooler, and with replicas',
    explanation: `One process, ${jobs.toLocaleString('en')} jobs, and where a request spends how many microseconds of processor time: directly on PostgreSQL,
with and without prepared statements; through PgBouncer, which does not support them; with two streaming replicas,
which answer what visitors read. Every search of the board is different, so that its page is rendered.`,
    rows,
  });
});
