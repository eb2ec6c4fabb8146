import { readAddress } from '#database/address.ts';
import { openDatabase } from '#database/database.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { prepareDataDir } from '#database/embedded/place.ts';
import { migrate } from '#database/migrate.ts';
import { keepingChanges } from './backup/changes.ts';
import { checkReachable } from './check-reachable.ts';
import { createLogger, type Logger } from './logger.ts';
import type { Undo } from './serve.ts';
import type { Config } from './settings/config.ts';

export type Running = { url: string; stop(): Promise<void> };

/** Starts everything in order; stopping takes the same way back. */
export async function startSite(config: Config, report: (step: string) => void): Promise<Running> {
  const undo: Undo = [];
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const logger = createLogger(config.logLevel);
    prepareDataDir(config.dataDir);
    const starting = startDatabase(config, report, logger, undo);
    // Half of the work of a start is loading what comes after the database, which starts meanwhile.
    const loading = import('./serve.ts');
    // Both have ended, well or not, before anything is taken back.
    await Promise.allSettled([starting, loading]);
    const { database, admin } = await starting;
    const { serve } = await loading;
    const url = await serve({ config, report, logger, database, admin, undo, stop });
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase(
  config: Config,
  report: (step: string) => void,
  logger: Logger,
  undo: Undo,
) {
  let admin: Parameters<typeof migrate>[0];
  if (config.databaseUrl) {
    admin = readAddress(config.databaseUrl);
    await checkReachable(admin);
  } else {
    const engine = await startEmbedded(config.dataDir, report, {
      settings: keepingChanges(config),
      note: ({ level, message, reason }) => logger[level]({ reason }, message),
    });
    undo.push(engine.stop);
    admin = engine.admin;
  }
  const database = openDatabase(await migrate(admin, report));
  undo.push(database.close);
  return { database, admin };
}
