import { rmSync } from 'node:fs';
import type pg from 'pg';
import { readDatabaseAddress } from '#database/address.ts';
import { openDatabase } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { demoEmployer, demoPassword } from '#database/seed/demo-people.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { jobRow } from '#test/support/jobs.ts';
import { startOwnServer } from '#test/support/own-server.ts';
import { createSites, type Site, until } from '#test/support/site.ts';
import { openClock } from '../rehearsal/set-clock.ts';
import type { Check, Drill } from './drill.ts';

/**
 * PostgreSQL's own timeouts follow the clock: what a forward jump cancels is a task that is
 * retried.
 */
const faults = /unexpected failure.*|ended by itself.*|"level":60.*/;
const hour = 3_600;
const day = 24 * hour;
const jumps = [hour, 0, day, 0, -hour, 0, -day, 0];
/** Each task that is scheduled every minute is due within it, and rarely twice. */
const watched = 80_000;
const mostRuns = 4;

export const drill: Drill = {
  title: 'The clock of the site and of PostgreSQL jumps by an hour and by a day, ahead and back',
  rounds: 1,
  async run(rounds, say) {
    const folder = makeDataDir('site-drill-clock-');
    const clock = openClock(folder);
    const own = await startOwnServer({}, { programs: clock.programs() });
    const sites = createSites('site-drill-clock-', { PAGES_MADE: 'ahead' });
    try {
      const admin = { ...own.admin, database: 'clock' };
      const DATABASE_URL = await own.addressOf('clock');
      const database = openDatabase(await migrate(readDatabaseAddress(DATABASE_URL)));
      await seedDemo(database, () => {});
      await database.close();
      await countRuns(admin);
      const site = await sites.start({
        ...clock.environment,
        DATABASE_URL,
        JOBS_PER_DAY: '100000',
        LOG_LEVEL: 'warn',
      });
      const checks: Check[] = [];
      const visit = await openVisit(site, admin);
      const jumped = Array.from({ length: rounds }, () => jumps).flat();
      for (const [turn, offset] of jumped.entries()) {
        const from = jumped[turn - 1] ?? 0;
        const isBack = offset < from;
        await visit.exhaustLimits();
        clock.set(offset);
        // Until every process has checked its clock.
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        const name = `${nameOf(from)} → ${nameOf(offset)}`;
        const before = await runs(admin);
        const began = performance.now();
        const seen = await visit.look(isBack);
        const left = watched - (performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
        const after = await runs(admin);
        const most = [...after]
          .map(([task, count]) => [task, count - (before.get(task) ?? 0)] as const)
          .toSorted((a, b) => b[1] - a[1])[0] ?? ['none', 0];
        const minutely = (after.get('end-featured') ?? 0) - (before.get('end-featured') ?? 0);
        checks.push(...seen.map((check) => ({ ...check, what: `${name}: ${check.what}` })), {
          what: `${name}: the timetable goes on, and no task runs again and again`,
          seen: `every minute: ${minutely}, most: ${most.join(' ')}`,
          holds: minutely > 0 && most[1] <= mostRuns,
        });
        say(
          `${name}: ${seen.every(({ holds }) => holds) ? 'well' : 'NOT well'}, tasks ${minutely}, ${most.join(' ')}`,
        );
      }
      checks.push({
        what: 'the process runs, and its log tells of no fault of ours',
        seen: site.said().match(faults)?.[0]?.slice(0, 200) ?? 'runs',
        holds: site.child.exitCode === null && !faults.test(site.said()),
      });
      return checks;
    } finally {
      await sites.clear();
      await own.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function nameOf(offset: number): string {
  if (offset === 0) return 'right';
  const size = Math.abs(offset) === day ? 'a day' : 'an hour';
  return `${size} ${offset > 0 ? 'ahead' : 'late'}`;
}

type Tokens = { access_token: string; refresh_token: string };

/** Somebody who is signed in, writes, requests mails, and tries passwords. */
async function openVisit({ url }: Site, admin: pg.ClientConfig) {
  const { supabaseKey: apikey } = await (await fetch(`${url}/config.json`)).json();
  async function call(path: string, body?: object, token?: string) {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, later: Number(response.headers.get('retry-after')) };
  }
  const signIn = (email: string, password: string) =>
    call('/auth/v1/token?grant_type=password', { email, password });
  let tokens: Tokens = JSON.parse((await signIn(demoEmployer.email, demoPassword)).text);
  const letter = (email: string) => call('/auth/v1/otp', { email, create_user: true });
  const outbox = (email: string) =>
    withClient(admin, async (client) => {
      const { rows } = await client.query('select from queue.outbox where recipient = $1', [email]);
      return rows.length;
    });
  let [boxed, tried] = ['', ''];

  async function stay() {
    const first = await call('/auth/v1/user', undefined, tokens.access_token);
    if (first.status === 200) return 'still signed in';
    const fresh = await call('/auth/v1/token?grant_type=refresh_token', {
      refresh_token: tokens.refresh_token,
    });
    if (fresh.status !== 200) return `signed out: ${first.status}, ${fresh.text}`;
    tokens = JSON.parse(fresh.text);
    const again = await call('/auth/v1/user', undefined, tokens.access_token);
    return again.status === 200 ? 'signed in with a new token' : `refused: ${again.text}`;
  }

  return {
    /** Of one address, by the current clock. */
    async exhaustLimits() {
      [boxed, tried] = [1, 2].map(() => `${crypto.randomUUID()}@clock.example`) as [string, string];
      await letter(boxed);
      for (let wrong = 0; wrong < 13; wrong += 1) await signIn(tried, 'not-The-Word-9');
    },
    async look(isBack: boolean): Promise<Check[]> {
      const signedIn = await stay();
      const again = await letter(boxed);
      const password = await signIn(tried, 'not-The-Word-9');
      const title = `Analyst ${crypto.randomUUID()}`;
      const posted = await call(
        '/rest/v1/jobs',
        jobRow(demoEmployer.id, { title }),
        tokens.access_token,
      );
      const began = performance.now();
      const end = began + 20_000;
      const board = await until(
        () => call('/jobs'),
        ({ text }) => text.includes(title) || performance.now() > end,
      );
      const tookBoard = performance.now() - began;
      const email = `${crypto.randomUUID()}@clock.example`;
      await letter(email);
      const sent = await until(
        () => outbox(email),
        (count) => count > 0 || performance.now() > end + 20_000,
      );
      const limits = `letter ${again.status}, password ${password.status}, again in ${again.later || password.later} s`;
      return [
        {
          what: 'who is signed in stays so',
          seen: signedIn,
          holds: signedIn.includes('signed in'),
        },
        {
          what: 'no limit holds for longer than it should',
          seen: limits,
          holds: isBack
            ? again.status === 200 && password.status === 400
            : [again, password].every(({ status, later }) => status !== 429 || later <= 60),
        },
        {
          what: 'a new job is on the board',
          seen: `${posted.status}, after ${Math.round(tookBoard)} ms`,
          holds: posted.status === 201 && board.text.includes(title),
        },
        { what: 'a letter goes out', seen: `${sent} in the outbox`, holds: sent === 1 },
      ];
    },
  };
}

/** Counts scheduled tasks as they are done. */
async function countRuns(admin: pg.ClientConfig) {
  await withClient(admin, (client) =>
    client.query(`
      create table public.drill_runs (task text);
      create function public.note_run() returns trigger language plpgsql security definer as $$
      begin
        insert into public.drill_runs
          select identifier from graphile_worker._private_tasks where id = old.task_id;
        return null;
      end $$;
      create trigger note_run after delete on graphile_worker._private_jobs for each row
        when (old.payload::jsonb ? '_cron') execute function public.note_run();`),
  );
}

async function runs(admin: pg.ClientConfig): Promise<Map<string, number>> {
  return withClient(admin, async (client) => {
    const { rows } = await client.query<{ task: string; count: number }>(
      'select task, count(*)::int from public.drill_runs group by 1',
    );
    return new Map(rows.map(({ task, count }) => [task, count]));
  });
}
