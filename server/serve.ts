import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { ServerBuild } from 'react-router';
import { queue } from '#api/queue.ts';
import { subjects } from '#api/subjects.ts';
import type { Database } from '#database/database.ts';
import { inTurn } from '#database/in-turn.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { lanesOf, openAlarms } from './alarms/alarms.ts';
import { whyClosed } from './backup/place.ts';
import { readBuild } from './files/stored-files.ts';
import { catchStrays } from './last-net.ts';
import { type Listening, listen } from './listen.ts';
import type { Logger } from './logger.ts';
import { loadForFirstPayment, openPayments, webhookAddress } from './outside/payments.ts';
import { placeholdersOf, wordKindsOf } from './pages/pages.ts';
import { startWork } from './queue/work.ts';
import { keepReleasedFiles } from './released-files.ts';
import { createServer } from './server.ts';
import type { Config } from './settings/config.ts';
import { type Keys, loadKeys } from './settings/keys.ts';
import { describeSetUp } from './settings/set-up.ts';
import { inUrl } from './settings/site-address.ts';
import { payForDemoMember } from './start/demo-membership.ts';
import { keepDemoOut } from './start/keep-demo-out.ts';
import { keepAnswerTimes } from './telemetry/answer-times.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { Undo } from './undo.ts';
import { openSiteWords } from './words/site-words.ts';

type Ground = {
  config: Config;
  report: (step: string) => void;
  logger: Logger;
  telemetry: Telemetry;
  database: Database;
  /** Connects as the database's owner. */
  admin: pg.ClientConfig;
  undo: Undo;
  stop(): Promise<void>;
};

const folder = join(import.meta.dirname, '..', 'build');
/** The built pages; loaded with this file, while the database starts. */
const build: ServerBuild = await import(pathToFileURL(join(folder, 'server/index.js')).href);

/** Does what needs no database, and returns the function that starts the rest on it. */
export async function prepare(config: Config) {
  const files = readBuild(join(folder, 'client'));
  const keys = await loadKeys(config);
  await loadForFirstPayment(config);
  return (ground: Ground) => serve(ground, files, keys);
}

/** Starts what needs the database, and returns the address of the site. */
async function serve(
  { config, report, logger, telemetry, database, admin, undo, stop }: Ground,
  files: ReturnType<typeof readBuild>,
  keys: Keys,
) {
  const { watch } = telemetry;
  const closed = await whyClosed(config.backup.to);
  if (closed) {
    logger.warn(
      { reason: closed },
      'the place of backups cannot be written: who is erased is noted there by the next backup alone',
    );
  }
  if (config.seed === 'demo') await inTurn(admin, 'seed', () => seedDemo(database, report), report);
  // A Supabase project never had any, and its accounts are out of reach.
  if (config.isReached && !config.supabase) await keepDemoOut(database, report);
  const letGo = catchStrays({ logger, giveUp: () => stop().finally(() => process.exit(1)) });
  undo.push(async () => letGo());
  const loadMail = () => import(pathToFileURL(join(folder, 'mail/mail.js')).href);
  const { payments, sandbox, stop: stopPayments } = await openPayments(config);
  undo.push(stopPayments);
  if (payments && sandbox && config.seed === 'demo') {
    const billing = { database, payments };
    // Each process has its own sandbox, which knows nothing of what another process began.
    await inTurn(admin, 'seed', () => payForDemoMember(billing, config.siteUrl)).catch((error) =>
      logger.warn({ err: error }, 'the demo membership was not paid'),
    );
  }
  const setUp = describeSetUp(
    config,
    database,
    placeholdersOf(async () => build),
  );
  const words = await openSiteWords({
    database,
    kinds: await wordKindsOf(async () => build, config),
    note: (problem) => logger.warn(problem, 'words that staff published'),
  });
  undo.push(words.stop);
  // Starting the workers waits for the database, and creating the server keeps this process busy,
  // so do both at once.
  const working = startWork({
    config,
    setUp,
    keys,
    admin,
    database,
    logger,
    loadMail,
    payments,
    words,
    countMail: telemetry.work.countMail,
  }).then((work) => undo.push(work.stop));
  const alarms = openAlarms({ config, database, logger, loadMail, words });
  undo.push(alarms.stop);
  undo.push(keepAnswerTimes({ database, counts: telemetry.answers, logger }).stop);
  const making = createServer({
    config,
    keys,
    database,
    words,
    logger,
    forStaff: { setUp, loadMail },
    payments,
    noteWebhook(status) {
      alarms.noteWebhook(status);
      telemetry.work.countWebhook(status);
    },
    noteFailure: alarms.noteFailure,
    watch,
    build: async () => build,
    files,
  });
  // Before any page can ask another process for them: the proxy spreads a page's requests over all
  // processes.
  const keeping = keepReleasedFiles(database, files);
  await Promise.allSettled([working, making, keeping]);
  const { stop: stopServer, ...site } = await making;
  const { handle, answerStored, answerCrowd, acceptSockets, warm, state } = site;
  undo.push(stopServer);
  await working;
  await keeping;
  const listening: Listening = await listen(handle, config.host, config.port, {
    answerStored,
    acceptSockets,
    trustProxy: config.trustProxy,
    isHttps: config.isHttps,
    drainSeconds: config.drainSeconds,
    door: { answerCrowd },
    watch,
  });
  undo.push(listening.close);
  const metrics = await telemetry.open({ database, server: state, lanes: lanesOf(subjects) });
  undo.push(metrics.close);
  if (metrics.port) report(`Figures for Prometheus: port ${metrics.port}`);
  sandbox?.tell({ url: webhookAddress(config.host, listening.port) });
  if (config.makesPagesAhead) warm();
  alarms.start();
  // Settings may have changed since the last start.
  await queue.add(database.asService, 'check-launch', {}, { key: 'check-launch' });
  await queue.add(database.asService, 'read-price', {}, { key: 'read-price' });
  return `http://${inUrl(config.host)}:${listening.port}`;
}
