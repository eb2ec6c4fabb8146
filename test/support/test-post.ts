import type pg from 'pg';
import type { Payments } from '#api/billing/context.ts';
import type { ReadTxt } from '#api/companies/read-txt.ts';
import type { SetUp } from '#api/running.ts';
import { pepperFrom } from '#api/secrets.ts';
import type { Files } from '#api/storage/files.ts';
import type { Database } from '#database/database.ts';
import { openQueuePool } from '#database/queue/queue-pool.ts';
import { createMailer } from '#server/outside/mailer.ts';
import { createOutbox } from '#server/outside/outbox.ts';
import { createSms } from '#server/outside/sms.ts';
import { createLanes } from '#server/queue/lanes.ts';
import { siteUrl } from './site-url.ts';
import { testKeys } from './test-keys.ts';
import { testSetUp } from './test-set-up.ts';

/** Runs the queue when a test asks for its mails, which go to the local outbox. */
export function openPost(
  admin: pg.ClientConfig,
  database: Database,
  files: Files,
  payments?: Payments,
  setUp: SetUp = testSetUp,
  readTxt?: ReadTxt,
) {
  const pool = openQueuePool(admin, 2);
  const outbox = createOutbox(database);
  const lanes = createLanes({
    database,
    setUp,
    countMail: () => {},
    pepper: pepperFrom(testKeys.secretKey),
    mailer: createMailer({ smtpUrl: undefined, from: 'test@site.test' }, outbox),
    sms: createSms(undefined, outbox),
    loadMail: () => import('#mail/mail.ts'),
    siteUrl,
    postalAddress: '1 Test Street, Durham, NC 27701',
    files,
    readTxt,
    billing: payments && { database, payments },
    note: () => {},
  });
  const taskList = Object.assign({}, ...Object.values(lanes));

  /** Runs the jobs that are due; failed ones wait for their next try. */
  async function work() {
    const { Logger, runOnce } = await import('graphile-worker');
    // A worker skips a job that somebody else has locked, which does not last long.
    for (let round = 0; round < 20; round += 1) {
      await runOnce({ pgPool: pool, taskList, logger: new Logger(() => () => {}) });
      const { rows } = await pool.query<{ isDue: boolean; isBegun: boolean }>(
        `select coalesce(bool_or(is_available and run_at <= now()), false) as "isDue",
          coalesce(bool_or(locked_at is not null), false) as "isBegun"
          from graphile_worker._private_jobs`,
      );
      const { isDue, isBegun } = rows[0] ?? {};
      if (!isDue && !isBegun) return;
      // Sometimes the response arrives before the outcome of its last job is written.
      if (!isDue) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function deliver() {
    await work();
    const { rows } = await pool.query<{ last_error: string }>(
      "select last_error from graphile_worker.jobs where last_error is not null and last_error not like 'Sample: %'",
    );
    if (rows[0]) throw new Error(`A job failed: ${rows[0].last_error}`);
  }

  /** Everything sent to one recipient, newest first, after the queue has run. */
  async function sentTo(recipient: string) {
    await deliver();
    return outbox.list(recipient);
  }

  /** The link and code in the newest mail to one recipient. */
  async function newestTo(recipient: string) {
    const [letter] = await sentTo(recipient);
    if (!letter) throw new Error(`Nothing was sent to ${recipient}.`);
    const link = letter.text.match(/https?:\S+\/auth\/v1\/verify\?\S+/)?.[0] ?? '';
    const code = letter.text.match(/\b\d{6}\b/)?.[0] ?? '';
    return { ...letter, link, code };
  }

  /** As if the time until every retry had passed, until nothing is left or it keeps failing. */
  async function retry() {
    for (let tries = 0; tries < 10; tries += 1) {
      await pool.query('update graphile_worker._private_jobs set run_at = now()');
      await work();
      const { rowCount } = await pool.query('select from graphile_worker.jobs');
      if (rowCount === 0) return;
    }
  }

  /**
   * As a process that dies once it has done the newest task of that name, before that is written off. The answer does it
   * again, as one that was only taken for dead.
   */
  async function dieAfter(task: string) {
    const { rows } = await pool.query(
      `select j.* from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
        where t.identifier = $1 order by j.id desc limit 1`,
      [task],
    );
    const run = () => taskList[task](rows[0].payload, { job: rows[0] });
    await run();
    return run;
  }

  return { work, retry, deliver, dieAfter, sentTo, newestTo, close: () => pool.end() };
}
