import { withClient } from '#database/open-client.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { until } from '#test/support/site.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import { openWay } from '../rehearsal/way.ts';
import type { Drill } from './drill.ts';

type Stage = Awaited<ReturnType<typeof openProcesses>>;

const refused = 'nobody@drill.example';
const owner = 'owner@drill.example';
/** The workers of the three mail lanes, and one connection for alarms. */
const mostConnections = 3 * 4 + 1;

/**
 * The hours are simulated: everything that waits in the queue is moved forward by an hour, again
 * and again.
 */
export const drill: Drill = {
  title:
    'The mail server is away for so many hours, then answers a byte a second, then refuses one address',
  rounds: 24,
  async run(hours, say) {
    const stage = await openProcesses({ replicas: 0 });
    const mails = await startMailServer({
      forReceiver: (to) => (to === refused ? '550 5.1.1 there is nobody of that name' : undefined),
    });
    stage.ends.push(async () => mails.stop());
    try {
      const way = await openWay(Number(new URL(mails.url).port));
      stage.ends.push(way.stop);
      const site = await stage.start(undefined, {
        SMTP_URL: `smtp://127.0.0.1:${way.port}`,
        POSTAL_ADDRESS: '1 Drill Street, Durham, NC 27701',
        AUTH_LIMIT_LETTERS_PER_CLIENT: '100000/60',
        QUEUE_CONCURRENCY: '4',
        LOG_LEVEL: 'info',
      });
      const written = new Set<string>();
      const signUp = async (email = `${crypto.randomUUID()}@drill.example`) => {
        const { ok } = await fetch(`${site.url}/auth/v1/signup`, {
          method: 'POST',
          headers: { apikey: stage.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: 'kept-Ready-7' }),
        });
        if (ok) written.add(email);
      };
      const signUps = (count: number) => Promise.all(Array.from({ length: count }, () => signUp()));
      const arrived = () => [...written].filter((email) => mails.received.includes(email)).length;
      const doubled = () =>
        mails.received.filter((to, at) => to !== owner && mails.received.indexOf(to) !== at);
      /** Hour by hour, until the last of them has arrived. */
      async function untilAllArrived(wanted: number): Promise<number> {
        for (let hour = 0; hour < 12; hour += 1) {
          if (arrived() === wanted) return hour;
          await passHour(stage);
        }
        return 12;
      }

      await signUp(owner);
      await until(
        async () => arrived(),
        (count) => count === 1,
      );
      await makeOwner(stage);

      await way.become('away');
      await signUps(40);
      for (let hour = 1; hour <= hours; hour += 1) {
        await passHour(stage);
        await signUps(1);
        if (hour % 6 === 0) say(`${hour} hours, ${await waiting(stage)} mails wait`);
      }
      const background = await doesOtherWork(stage);
      const lost = written.size - arrived() - (await waiting(stage));
      const alarms = /"alarm":"[^"]*mail/i.test(site.said());
      const toOwner = mails.received.filter((to) => to === owner).length;
      await way.become('open');
      const hoursAfter = await untilAllArrived(written.size);
      const afterDay = { arrived: arrived(), of: written.size, doubled: doubled().length };
      const most = way.mostAtOnce();
      const end = performance.now() + 200_000;
      const told = await until(
        async () => mails.received.filter((to) => to === owner).length - toOwner,
        (count) => count > 0 || performance.now() > end,
      );
      say(`after the day ${JSON.stringify(afterDay)}`);

      await way.become('dripping');
      await signUps(10);
      await new Promise((resolve) => setTimeout(resolve, 40_000));
      const backgroundSlow = await doesOtherWork(stage);
      await way.become('open');
      await untilAllArrived(written.size);
      const afterDrip = { arrived: arrived(), of: written.size, doubled: doubled().length };

      await Promise.all([signUp(refused), signUps(10)]);
      await untilAllArrived(written.size - 1);
      await passHour(stage);
      const tries = mails.heard.filter((line) => line.startsWith(`RCPT TO:<${refused}>`)).length;
      const afterRefusal = { arrived: arrived(), of: written.size - 1, doubled: doubled().length };
      const isWhole = (seen: typeof afterDay) => seen.arrived === seen.of && seen.doubled === 0;
      return [
        {
          what: `no mail is given up within ${hours} hours`,
          seen: `${lost} given up`,
          holds: lost === 0,
        },
        {
          what: 'each arrives once when the server is back, the last within seven hours',
          seen: `${JSON.stringify(afterDay)}, after ${hoursAfter} hours`,
          holds: isWhole(afterDay) && hoursAfter <= 7,
        },
        {
          what: 'they do not come as a flood',
          seen: `${most} connections at once at most`,
          holds: most <= mostConnections,
        },
        {
          what: 'the log has the alarm meanwhile, and the owner hears when the server is back',
          seen: `${alarms ? 'in the log' : 'not in the log'}; ${told} mails to the owner`,
          holds: alarms && told > 0,
        },
        {
          what: 'what is no mail is done meanwhile',
          seen: `away: ${background}, slow: ${backgroundSlow}`,
          holds: background && backgroundSlow,
        },
        {
          what: 'each arrives once after a server that answers a byte a second',
          seen: JSON.stringify(afterDrip),
          holds: isWhole(afterDrip),
        },
        {
          what: 'an address that is refused is tried once, the log says it, and the others arrive',
          seen: `${tries} tries; ${JSON.stringify(afterRefusal)}`,
          holds: isWhole(afterRefusal) && tries === 1 && /"refused":"550/.test(site.said()),
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};

const ask = <Row extends object>({ admin }: Stage, text: string, values: unknown[] = []) =>
  withClient(admin, async (client) => (await client.query<Row>(text, values)).rows);

/** And waits until everything due was tried. */
async function passHour(stage: Stage) {
  await ask(
    stage,
    `update graphile_worker._private_jobs set run_at = run_at - interval '1 hour',
      created_at = created_at - interval '1 hour' where locked_at is null`,
  );
  await until(
    () =>
      ask<{ count: number }>(
        stage,
        `select count(*)::int from graphile_worker.jobs
          where locked_at is not null or run_at <= now() and attempts < max_attempts`,
      ),
    ([row]) => row?.count === 0,
  );
}

async function waiting(stage: Stage): Promise<number> {
  const [row] = await ask<{ count: number }>(
    stage,
    `select count(*)::int from graphile_worker.jobs
      where task_identifier = 'auth-letter' and attempts < max_attempts`,
  );
  return row?.count ?? 0;
}

/** A task other than a mail, done within ten seconds. */
async function doesOtherWork(stage: Stage): Promise<boolean> {
  await ask(stage, `select queue.add('check-launch', '{}', 'drill')`);
  const end = performance.now() + 10_000;
  const left = await until(
    () => ask(stage, `select from graphile_worker.jobs where key = 'drill'`),
    (rows) => rows.length === 0 || performance.now() > end,
  );
  return left.length === 0;
}

async function makeOwner(stage: Stage) {
  await withClient(stage.admin, async (client) => {
    await client.query('begin');
    await client.query(
      `update auth.users set email_confirmed_at = now(), email_proved_at = now() where email = $1`,
      [owner],
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into staff.members (user_id, role, appointed_at, accepted_at)
        select id, 'owner', now() - interval '1 year', now() from auth.users where email = $1
        returning user_id as id`,
      [owner],
    );
    await client.query(
      `select staff.append('command', null, null, 'appoint', 'person', $1, null, null, null)`,
      [rows[0]?.id],
    );
    await client.query('commit');
  });
}
