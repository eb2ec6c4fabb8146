import type pg from 'pg';
import type { Payments } from '#api/billing/context.ts';
import { type Count, createDailyCounts } from '#api/page-views/daily-counts.ts';
import type { SetUp } from '#api/running.ts';
import { pepperFrom } from '#api/secrets.ts';
import type { Database } from '#database/database.ts';
import { keepErasures } from '../backup/erasures.ts';
import { openStore } from '../backup/open-store.ts';
import type { Logger } from '../logger.ts';
import { createFiles } from '../outside/files/files.ts';
import { createIndexNow } from '../outside/index-now.ts';
import { createMailer } from '../outside/mailer.ts';
import { createOutbox } from '../outside/outbox.ts';
import { createProject } from '../outside/project.ts';
import { createReadTxt } from '../outside/read-txt.ts';
import { createSms } from '../outside/sms.ts';
import type { Config } from '../settings/config.ts';
import { keepName, keepSettings } from '../settings/keep-settings.ts';
import type { Keys } from '../settings/keys.ts';
import type { WorkCounters } from '../telemetry/metrics.ts';
import { withWords } from '../words/scope.ts';
import type { SiteWords } from '../words/site-words.ts';
import { createLanes, type MailModule, timetableOf } from './lanes.ts';
import { type RunningQueue, startQueue } from './queue.ts';

const writeEvery = 15_000;

/** Starts what this process does besides answering requests. */
export async function startWork(dependencies: {
  config: Pick<
    Config,
    | 'siteUrl'
    | 'supabase'
    | 'mail'
    | 'twilio'
    | 'queueConcurrency'
    | 'dataDir'
    | 's3'
    | 'jobLimits'
    | 'messageLimits'
    | 'staffLogDetailsMonths'
    | 'staffFactorWaitHours'
    | 'evidenceDays'
    | 'legalNoticeDays'
    | 'applicationsKeptDays'
    | 'fileLimits'
    | 'dnsServers'
    | 'indexNowKey'
    | 'backup'
  >;
  setUp: SetUp;
  keys: Pick<Keys, 'secretKey'>;
  admin: pg.ClientConfig;
  database: Database;
  logger: Logger;
  loadMail: () => Promise<MailModule>;
  payments?: Payments;
  /** What staff published. */
  words?: SiteWords;
  /** Called with the outcome of each mail. */
  countMail?: WorkCounters['countMail'] | undefined;
}): Promise<RunningQueue> {
  const { config, setUp, keys, admin, database, logger, loadMail, payments, words, countMail } =
    dependencies;
  const called = <T>(work: () => T) => withWords(words?.now().words ?? {}, work);
  await called(() => keepSettings(database, config));
  // One after the other, so that the last name wins.
  let kept = Promise.resolve();
  words?.onChange(() => {
    kept = kept
      .then(() => called(() => keepName(database)))
      .catch((error) => logger.error({ err: error }, 'the name of the site was not kept'));
  });
  const outbox = createOutbox(database);
  const mailer = createMailer({ ...config.mail, connections: config.queueConcurrency }, outbox);
  const mails = createDailyCounts(
    (counts) => writeMails(database, counts),
    (error) => logger.error({ err: error }, 'the mails of the day were not counted'),
  );
  const timer = setInterval(mails.flush, writeEvery).unref();
  const lanes = createLanes({
    database,
    setUp,
    countMail(lane, outcome) {
      if (outcome === 'sent') mails.add('mails');
      countMail?.(lane, outcome);
    },
    pepper: pepperFrom(keys.secretKey),
    mailer,
    sms: createSms(config.twilio, outbox),
    loadMail,
    siteUrl: config.siteUrl,
    words: () => words?.now().words ?? {},
    postalAddress: config.mail.postalAddress,
    files: createFiles(config),
    project: createProject(config, keys),
    keepErasures: config.backup.to
      ? (subjects) => keepErasures(openStore(config.backup), subjects)
      : undefined,
    readTxt: createReadTxt(config.dnsServers),
    indexNow: config.indexNowKey
      ? createIndexNow({ key: config.indexNowKey, siteUrl: config.siteUrl })
      : undefined,
    billing: payments && { database, payments },
    note: (done) => logger.info(done),
  });
  const queue = await startQueue(admin, Object.values(lanes), {
    concurrency: config.queueConcurrency,
    logger,
    timetable: timetableOf({ isProjects: config.supabase !== undefined }),
  });
  return {
    async stop() {
      // A mail that the server has not accepted by then goes back into the queue.
      const end = setTimeout(mailer.close, 3_000);
      await queue.stop();
      clearTimeout(end);
      await mailer.close();
      clearInterval(timer);
      await mails.flush();
    },
  };
}

async function writeMails(database: Database, counts: Count[]) {
  // All or nothing: if it fails, everything is added again.
  await database.asService.query({
    text: `select staff.add_to_figure(name, day, count)
      from jsonb_to_recordset($1) as counted (name text, day date, count numeric)`,
    values: [JSON.stringify(counts)],
  });
}
