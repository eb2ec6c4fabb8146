import { setImmediate } from 'node:timers/promises';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { prepareDataDir } from '#database/embedded/place.ts';
import { openDatabases } from '#database/lines/replicas.ts';
import { migrate } from '#database/migrate.ts';
import { keepingChanges } from './backup/changes.ts';
import { createLogger, type Logger } from './logger.ts';
import type { Config } from './settings/config.ts';
import { checkReachable } from './start/check-reachable.ts';
import { adminSetting, givenAdmin, loginsOf } from './start/database-logins.ts';
import { noteElsewhere, refuseToBeginElsewhere, refuseToStayHere } from './start/database-place.ts';
import { openLogOutput } from './telemetry/log-output.ts';
import { takeConsole } from './telemetry/take-console.ts';
import { openTelemetry, type Telemetry } from './telemetry/telemetry.ts';
import { createUndo, type Undo } from './undo.ts';

export type Running = { url: string; stop(): Promise<void> };

/** Starts everything in order; stopping undoes it in reverse. The pages are built while the database starts. */
export async function startSite(
  config: Config,
  report: (step: string) => void,
  buildPages = async () => {},
): Promise<Running> {
  const undo = createUndo();
  const { stop } = undo;
  try {
    const output = openLogOutput();
    undo.push(output.end);
    const logger = createLogger(config.logLevel, output);
    const giveBack = takeConsole(logger);
    undo.push(async () => giveBack());
    const telemetry = await openTelemetry(config, logger, output);
    undo.push(telemetry.stop);
    prepareDataDir(config.dataDir);
    const starting = startDatabase(config, report, logger, telemetry, undo);
    const preparing = prepareServing(config, buildPages);
    // Nothing is undone before both have finished, successfully or not.
    await Promise.allSettled([starting, preparing]);
    const { database, admin } = await starting;
    const serve = await preparing;
    const url = await serve({ config, report, logger, telemetry, database, admin, undo, stop });
    return { url, stop };
  } catch (error) {
    // The error that it failed with is what whoever starts it can fix.
    await stop().catch(() => {});
    throw error;
  }
}

/**
 * Half of the work of a start is loading the code that runs after the database is up, so that happens while it starts.
 * Anything that this file imports statically is loaded before, and delays the start by its whole loading time.
 */
async function prepareServing(config: Config, buildPages: () => Promise<void>) {
  // Loading blocks everything else, so let the database process be started first.
  await setImmediate();
  await buildPages();
  const { prepare } = await import('./serve.ts');
  return prepare(config);
}

async function startDatabase(
  config: Config,
  report: (step: string) => void,
  logger: Logger,
  { hearAsked }: Telemetry,
  undo: Undo,
) {
  let admin = givenAdmin(config);
  let explain = (error: Error) => error;
  if (admin) {
    await checkReachable(admin, adminSetting(config));
    await refuseToBeginElsewhere(config, admin);
  } else {
    refuseToStayHere(config.dataDir);
    const engine = await startEmbedded(config.dataDir, report, {
      settings: keepingChanges(config),
      note: ({ level, message, reason }) => logger[level]({ reason }, message),
    });
    undo.push(engine.stop);
    ({ admin, explain } = engine);
  }
  const login = await migrate(admin, report).catch((error) => {
    throw explain(error);
  });
  if (givenAdmin(config)) noteElsewhere(config.dataDir);
  const logins = await loginsOf(config, login);
  const database = openDatabases(logins, {
    hear: hearAsked,
    note: ({ level, message, replica }) => logger[level]({ replica }, message),
  });
  undo.push(database.close);
  return { database, admin };
}
