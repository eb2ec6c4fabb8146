import { matchNews } from '#api/alerts/match.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { asAdmin, cloneDatabase, startTestEngine } from '#test/support/engine.ts';
import { alertRows, postingRows } from './parts/alert-rows.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

// New postings matched against all saved alerts, each with a search of its own.

async function benchAlerts({ alerts = [1_000, 100_000], postings = 1_000 } = {}) {
  const engine = await startTestEngine();
  try {
    const rows = [];
    for (const many of alerts) {
      const { admin, login } = await cloneDatabase(engine);
      const database = openDatabase(login, 3);
      await asAdmin(admin, async (client) => {
        for (const text of alertRows(many)) await client.query(text);
        for (const text of postingRows(postings)) await client.query(text);
        await client.query('analyze');
      });
      const [began, busy] = [performance.now(), cpuSeconds(process.pid)];
      await matchNews(database);
      const seconds = (performance.now() - began) / 1_000;
      const used = cpuSeconds(process.pid) - busy;
      const { rows: counted } = await database.asService.query<Counted>({
        text: `select (select count(*)::int from private.search_matches) as matches,
          (select count(*)::int from private.kept_searches) as searches`,
      });
      const [found] = counted;
      const asked = performance.now();
      while ((await claim(database)) > 0);
      const claimed = (performance.now() - asked) / 1_000;
      process.stdout.write(
        `${many} alerts: ${seconds.toFixed(1)} s, ${used.toFixed(1)} s of the processor, ${JSON.stringify(found)}\n`,
      );
      rows.push({
        alerts: `${many.toLocaleString('en-US')} alerts`,
        'different searches': String(found?.searches),
        postings: String(postings),
        'matches found': String(found?.matches),
        seconds: seconds.toFixed(1),
        'of the processor, s': used.toFixed(1),
        'asking for all digests, s': claimed.toFixed(1),
      });
      await database.close();
    }
    report('alerts', {
      title: 'Alerts',
      explanation: `This many new postings matched against all saved alerts, as the scheduled task does it: nine in ten alerts are
board searches by words, place, pay, credential, skill, type or workplace, most of them by one of these only, and
one in ten follows a profile. Hardly two are the same, which is the worst case: an identical search of many people
is matched only once.`,
      rows,
      goals: [atMost('of the processor, s', 120)],
    });
  } finally {
    await engine.stop();
  }
}

type Counted = { matches: number; searches: number };

/** As the scheduled task does it at an hour that everybody has chosen. */
async function claim(database: Database) {
  const { rows } = await database.asService.query<{ count: number }>({
    text: 'select private.claim_due_alerts(now(), 1000) as count',
  });
  return rows[0]?.count ?? 0;
}

// `npm run bench -- alerts 10000 100` measures other sizes and only prints them.
if (import.meta.main) {
  const [size, postings = 1_000] = process.argv.slice(2).map(Number);
  await benchAlerts(size ? { alerts: [size], postings } : {});
}
