import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { type Alarm, alarmTitle } from '#domain/staff/alarms.ts';
import { openLine } from '#test/support/line-between.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createMailer } from '../outside/mailer.ts';
import { createOutbox } from '../outside/outbox.ts';
import { faultsOf } from './fixture/faults.ts';
import { openWatching, type Process } from './fixture/watching.ts';

const watching = await openWatching();
const { api, bugs, sql, openProcess } = watching;
const { database, asAdmin } = api;
const owner = await createStaffActors(api)('owner');
const faults = faultsOf(watching);

afterEach(() => {
  vi.useRealTimers();
});

describe('an alarm', () => {
  it.each(Object.entries(faults))(
    '%s is reported once, and once more when it is over',
    async (kind, fault) => {
      const process = openProcess();
      await process.look();
      expect(process.said).toEqual([]);
      await fault.begin(process);
      await process.look();
      await process.look();
      expect(process.said).toEqual([kind]);
      expect(process.heard[0]?.receivers.addresses).toEqual([owner.email]);
      await fault.end(process);
      await process.look();
      await process.look();
      expect(process.said).toEqual([kind, `over: ${kind}`]);
    },
  );

  it('of faults of the site gives their number across all processes, and the last request', async () => {
    const [one, other] = [openProcess(), openProcess()];
    one.noteFailure('0a');
    await one.look();
    other.noteFailure('0b');
    await other.look();
    const titles: string[] = [];
    await asAdmin(async (client) => {
      const { rows } = await client.query<Alarm>('select * from staff.alarms');
      titles.push(...rows.map(alarmTitle));
    });
    expect(titles).toEqual([
      '2 things failed by a fault of the site itself, last in the request 0b',
    ]);
  });

  it('of refused mails is not raised by made-up addresses', async () => {
    const process = openProcess();
    await sql(`insert into staff.mails (kind, recipient, state, said, subject)
      select 'signup', 'y@people.example', 'bounced', '550 5.1.1 no such user', 'x' from generate_series(1, 12);
      insert into staff.mails (kind, recipient, state, subject)
        select 'recovery', 'y@people.example', 'sent', 'x' from generate_series(1, 4)`);
    await process.look();
    expect(process.said).toEqual([]);
    // Nor do they hide that other servers refuse us.
    await sql(`insert into staff.mails (at, kind, recipient, state, said, subject)
      select now() - interval '1 hour', 'signup', 'y@people.example', 'bounced', '550 5.7.1 not from you', 'x'
        from generate_series(1, 12)`);
    await process.look();
    expect(process.said).toEqual(['refused']);
  });

  it('is not raised by events that anybody can send', async () => {
    const process = openProcess();
    for (const status of [400, 405, 413, 429, 503]) process.noteWebhook(status);
    await process.look();
    expect(process.said).toEqual([]);
  });

  it('of mails comes when the server refuses them, and ends when it accepts them', async () => {
    let answer = '451 later';
    const server = await startMailServer({ forReceiver: () => answer });
    const mailer = createMailer(
      { smtpUrl: server.url, from: 'a@site.test' },
      createOutbox(database),
    );
    const work = await openWork(mailer);
    for (let n = 0; n < 5; n += 1) await sql(`select queue.add('job-mail', '{}')`);
    const process = openProcess();
    await work();
    await process.look();
    await process.look();
    expect(process.said).toEqual(['mail']);
    answer = '250 ok';
    await sql('update graphile_worker._private_jobs set run_at = now()');
    await work();
    await process.look();
    await process.look();
    expect(process.said).toEqual(['mail', 'over: mail']);
    // A few full mailboxes raise no alarm, but do not hide one about the server either.
    const full = '452 4.2.2 mailbox full';
    answer = full;
    for (let n = 0; n < 5; n += 1) await sql(`select queue.add('job-mail', '{}')`);
    await work();
    await sql(`update graphile_worker._private_jobs set created_at = now() - interval '1 hour';
      insert into staff.mails (kind, recipient, state, subject)
        select 'job-posted', 'y@people.example', 'sent', 'x' from generate_series(1, 40)`);
    await process.look();
    expect(process.said).toEqual(['mail', 'over: mail']);
    await sql(`select queue.add('job-mail', '{}')`);
    await work();
    await process.look();
    expect(process.said).toEqual(['mail', 'over: mail']);
    await sql(`update graphile_worker._private_jobs set created_at = now() - interval '6 minutes'
        where created_at > now() - interval '1 hour';
      update staff.mails set at = now() - interval '7 minutes'`);
    await process.look();
    expect(process.said).toEqual(['mail', 'over: mail', 'mail']);
    await sql('delete from graphile_worker._private_jobs; delete from staff.mails');
    await mailer.close();
    server.stop();
  });

  it('of a host that is gone ends after an hour, and that of a live host stays', async () => {
    const process = openProcess();
    process.state.disk.isWrong = true;
    await process.look();
    await sql(`insert into staff.alarms (kind, about, told_at) values ('clock', 'gone', now())`);
    for (const minutes of [59, 2, 2]) {
      await sql(`update staff.alarms set seen_at = seen_at - make_interval(mins => $1)`, [minutes]);
      await process.look();
    }
    expect(process.said).toEqual(['disk', 'over: clock']);
  });

  it('is reported by only one of several processes', async () => {
    const processes = [openProcess(), openProcess(), openProcess()];
    await faults.events?.begin(processes[0] as Process);
    await Promise.all(processes.map((process) => process.look()));
    await faults.events?.end(processes[0] as Process);
    await Promise.all(processes.map((process) => process.look()));
    await Promise.all(processes.map((process) => process.look()));
    expect(processes.flatMap(({ said }) => said).toSorted()).toEqual(['events', 'over: events']);
  });

  it('that nobody delivered is reported again once the claim expires', async () => {
    const process = openProcess();
    process.state.isTaken = false;
    await faults.events?.begin(process);
    await process.look();
    expect(process.said).toEqual([]);
    process.state.isTaken = true;
    await process.look();
    expect(process.said).toEqual([]);
    await sql("update staff.alarms set claimed_until = now() - interval '1 second'");
    await process.look();
    expect(process.said).toEqual(['events']);
  });

  it('is no surge where as many come on other days', async () => {
    await sql(`insert into auth.users (id, email, created_at)
      select gen_random_uuid(), 'usual-' || n || '-' || day || '@usual.example',
        now() - make_interval(days => day) - interval '1 minute'
      from generate_series(0, 14) as day, generate_series(1, case day when 0 then 22 else 5 end) as n`);
    const process = openProcess();
    await process.look();
    expect(process.said).toEqual([]);
  });

  it('of many reports comes once, and the next ones wait ten minutes', async () => {
    const process = openProcess();
    await faults.report?.begin(process);
    await process.look();
    await faults.report?.begin(process);
    await process.look();
    expect(process.said).toEqual(['report']);
    await sql(
      "update staff.alarms set told_at = now() - interval '11 minutes' where told_at is not null",
    );
    await process.look();
    expect(process.said).toEqual(['report', 'report']);
  });
});

describe('without the database', () => {
  it('an alarm goes straight to the last known receivers, and is over and recorded when the database is back', async () => {
    const line = await openLine(api.login);
    const behind = openDatabase(line.login, 2);
    const { asService } = behind;
    const way = { asService };
    const process = openProcess(way);
    await process.look();
    await line.cut();
    await process.look();
    // A single failed look is only a moment.
    expect(process.said).toEqual([]);
    process.state.disk.isWrong = true;
    await process.look();
    await process.look();
    expect(process.said).toEqual(['database', 'disk']);
    expect(process.heard[0]).toMatchObject({
      receivers: { addresses: [owner.email] },
      note: expect.stringContaining('every process says this for itself'),
    });
    way.asService = database.asService;
    // What nobody receives is reported again until somebody does.
    process.state.isTaken = false;
    await process.look();
    process.state.isTaken = true;
    await process.look();
    await process.look();
    expect(process.said).toEqual(['database', 'disk', 'over: database']);
    process.state.disk.isWrong = false;
    await process.look();
    expect(process.said).toEqual(['database', 'disk', 'over: database', 'over: disk']);
    const { rows } = await listAlarms();
    expect(rows).toMatchObject([
      { kind: 'disk', over_at: expect.any(String) },
      { kind: 'database', over_at: expect.any(String) },
    ]);
    await behind.close();
  });
});

it('an alarm that ended a year ago is deleted', async () => {
  await sql(`insert into staff.alarms (kind, about, over_at) values
    ('disk', 'before', now() - interval '366 days'), ('disk', 'since', now() - interval '364 days')`);
  await sql("select queue.add('clean-staff-log', '{}')");
  await api.post.deliver();
  expect(await listAlarms()).toMatchObject({ rows: [{ about: 'since' }] });
});

async function listAlarms(): Promise<{ rows: object[] }> {
  const answer = await api.fetch('/functions/v1/staff-list-alarms', {
    method: 'POST',
    headers: owner.headers,
    body: '{}',
  });
  return answer.json();
}

/** As the queue works: one mail per task. */
async function openWork(mailer: ReturnType<typeof createMailer>) {
  const { Logger, runOnce } = await import('graphile-worker');
  const { openQueuePool } = await import('#database/queue/queue-pool.ts');
  const pgPool = openQueuePool(api.admin, 2);
  afterAll(() => pgPool.end());
  const send = () =>
    mailer.send({ to: 'x@people.example', subject: 'x', html: 'x', text: 'x' }).then(() => {});
  const begun = async () => {
    const jobs = 'select from graphile_worker._private_jobs where locked_at is not null';
    return (await pgPool.query(jobs)).rowCount;
  };
  return async () => {
    await runOnce({ pgPool, taskList: { 'job-mail': send }, logger: new Logger(() => () => {}) });
    // Sometimes the response arrives before the outcome of its last job is written.
    await expect.poll(begun).toBe(0);
  };
}

it('has met no bug on the way', () => expect(bugs).toEqual([]));
