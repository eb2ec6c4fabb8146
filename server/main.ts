import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { readAddress } from '#database/address.ts';
import { openDatabase } from '#database/database.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { prepareDataDir } from '#database/embedded/place.ts';
import { inTurn } from '#database/in-turn.ts';
import { migrate } from '#database/migrate.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { checkReachable } from './check-reachable.ts';
import { payForDemoMember } from './demo-membership.ts';
import { keepDemoOut } from './keep-demo-out.ts';
import { catchStrays } from './last-net.ts';
import { type Listening, listen } from './listen.ts';
import { createLogger, type Logger } from './logger.ts';
import { openPayments, webhookAddress } from './outside/payments.ts';
import { startWork } from './queue/work.ts';
import { createServer } from './server.ts';
import type { Config } from './settings/config.ts';
import { loadKeys } from './settings/keys.ts';
import { readBuild } from './stored-files.ts';

export type Running = { url: string; stop(): Promise<void> };

/** Starts everything in order; stopping takes the same way back. */
export async function startSite(config: Config, report: (step: string) => void): Promise<Running> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const logger = createLogger(config.logLevel);
    prepareDataDir(config.dataDir);
    const { database, admin } = await startDatabase(config, report, logger, undo);
    if (config.seed === 'demo') await inTurn(admin, 'seed', () => seedDemo(database, report));
    if (config.isReached) await keepDemoOut(database, report);
    const folder = join(import.meta.dirname, '..', 'build');
    const build: ServerBuild = await import(pathToFileURL(join(folder, 'server/index.js')).href);
    const keys = await loadKeys(config);
    const letGo = catchStrays({ logger, giveUp: () => stop().finally(() => process.exit(1)) });
    undo.push(async () => letGo());
    const loadMail = () => import(pathToFileURL(join(folder, 'mail/mail.js')).href);
    const { payments, sandbox, stop: stopPayments } = await openPayments(config);
    undo.push(stopPayments);
    if (payments && sandbox && config.seed === 'demo') {
      const billing = { database, payments };
      // Each process has a sandbox of its own, which knows nothing of what was begun in another's.
      await inTurn(admin, 'seed', () => payForDemoMember(billing, config.siteUrl)).catch((error) =>
        logger.warn({ err: error }, 'the demo membership was not paid'),
      );
    }
    const work = await startWork({ config, keys, admin, database, logger, loadMail, payments });
    undo.push(work.stop);
    const {
      handle,
      answerStored,
      warm,
      stop: stopServer,
    } = await createServer({
      config,
      keys,
      database,
      logger,
      payments,
      build: async () => build,
      files: readBuild(join(folder, 'client')),
    });
    undo.push(stopServer);
    const listening: Listening = await listen(handle, config.host, config.port, {
      answerStored,
      trustProxy: config.trustProxy,
    });
    undo.push(listening.close);
    sandbox?.tell({ url: webhookAddress(config.host, listening.port) });
    warm();
    return { url: `http://${config.host}:${listening.port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase(
  config: Config,
  report: (step: string) => void,
  logger: Logger,
  undo: (() => Promise<void>)[],
) {
  let admin: Parameters<typeof migrate>[0];
  if (config.databaseUrl) {
    admin = readAddress(config.databaseUrl);
    await checkReachable(admin);
  } else {
    const engine = await startEmbedded(config.dataDir, report, {
      note: ({ level, message, reason }) => logger[level]({ reason }, message),
    });
    undo.push(engine.stop);
    admin = engine.admin;
  }
  const database = openDatabase(await migrate(admin, report));
  undo.push(database.close);
  return { database, admin };
}
