import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { subjects } from '#api/subjects.ts';
import { openDatabases } from '#database/lines/replicas.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { lanesOf } from '#server/alarms/alarms.ts';
import { readBuild } from '#server/files/stored-files.ts';
import { listen } from '#server/listen.ts';
import { createLogger } from '#server/logger.ts';
import { openPayments } from '#server/outside/payments.ts';
import { placeholdersOf, wordKindsOf } from '#server/pages/pages.ts';
import { startWork } from '#server/queue/work.ts';
import { createServer } from '#server/server.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { describeSetUp } from '#server/settings/set-up.ts';
import type { LogOutput } from '#server/telemetry/log-output.ts';
import { openTelemetry } from '#server/telemetry/telemetry.ts';
import { openSiteWords } from '#server/words/site-words.ts';
import { createActors } from './actors.ts';
import { axeAddress, axeFile } from './axe-file.ts';
import { emptyAddress, emptyFile } from './empty-page.ts';
import { asAdmin, cloneDatabase, makeDataDir, type TestEngine } from './engine.ts';
import { cheapPasswords } from './test-auth.ts';
import { testKeys } from './test-keys.ts';

const buildFolder = join(import.meta.dirname, '../../build');

/** The whole site on a free port and a database of its own, with the demo content. */
export async function startTestServer(
  engine: TestEngine,
  environment: Record<string, string> = {},
  change: {
    build?: (build: ServerBuild) => ServerBuild;
    /** The real ones cannot be reached from a test. */
    providers?: Config['providers'];
    /** Where the site's log goes; otherwise nowhere. */
    output?: LogOutput;
  } = {},
) {
  const clone = await cloneDatabase(engine);
  const built: ServerBuild = await import(pathToFileURL(join(buildFolder, 'server/index.js')).href);
  const dataDir = makeDataDir('site-server-');
  const read = readConfig({
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: dataDir,
    ...environment,
  });
  const config = { ...read, providers: change.providers ?? read.providers };
  const logger = createLogger(change.output ? config.logLevel : 'silent', change.output);
  const telemetry = change.output && (await openTelemetry(config, logger, change.output));
  const watch = telemetry?.watch;
  const database = openDatabases(clone.logins, { connections: 5, hear: telemetry?.hearAsked });
  await seedDemo(database, () => {});
  const { payments, sandbox, stop: stopPayments } = await openPayments(config, { file: undefined });
  const setUp = describeSetUp(
    config,
    database,
    placeholdersOf(async () => built),
  );
  const loadMail = () => import(pathToFileURL(join(buildFolder, 'mail/mail.js')).href);
  const words = await openSiteWords({
    database,
    kinds: await wordKindsOf(async () => built, config),
    note: (problem) => logger.warn(problem, 'words that staff published'),
  });
  const work = await startWork({
    config,
    setUp,
    keys: testKeys,
    admin: clone.admin,
    database,
    logger,
    loadMail,
    payments,
    words,
    countMail: telemetry?.work.countMail,
  });
  const { handle, answerStored, answerCrowd, acceptSockets, state, stop } = await createServer({
    config,
    keys: testKeys,
    database,
    words,
    logger,
    payments,
    forStaff: { setUp, loadMail },
    build: async () => change.build?.(built) ?? built,
    files: readBuild(join(buildFolder, 'client'))
      .set(axeAddress, axeFile)
      .set(emptyAddress, emptyFile),
    passwords: cheapPasswords,
    noteWebhook: telemetry?.work.countWebhook,
    watch,
  });
  const listening = await listen(handle, '127.0.0.1', config.port, {
    answerStored,
    acceptSockets,
    trustProxy: config.trustProxy,
    door: { answerCrowd },
    watch,
  });
  const metrics = await telemetry?.open({ database, server: state, lanes: lanesOf(subjects) });
  const url = `http://127.0.0.1:${listening.port}`;
  sandbox?.tell({ url: `${url}/functions/v1/stripe-webhook` });
  return {
    url,
    /** Where metrics are served, if they are. */
    metricsUrl: `http://127.0.0.1:${metrics?.port}/metrics`,
    /** Resolves when all logs, metrics and traces so far have been written. */
    settle: async () => {
      await telemetry?.flush();
    },
    /** The payments sandbox, if the site's address lets it run. */
    sandbox,
    database,
    /** For what no role of the site may do. */
    asAdmin: (work: Parameters<typeof asAdmin>[1]) => asAdmin(clone.admin, work),
    actors: createActors({ database, call: (request) => handle(request, '127.0.0.1') }),
    async stop() {
      listening.server.closeAllConnections();
      await listening.close();
      await metrics?.close();
      await telemetry?.stop();
      await stop();
      await words.stop();
      await work.stop();
      await stopPayments();
      await database.close();
      await clone.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
