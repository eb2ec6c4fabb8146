import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartError } from '#database/start-error.ts';

/** What stands behind a command's name; what it does not know is said in a sentence, and how it is used below it. */
export function readWords<Config extends ParseArgsConfig>(config: Config, usage = '') {
  refuseKeptByNpm(Object.keys(config.options ?? {}));
  try {
    return parseArgs(config);
  } catch (error) {
    throw new StartError(`${(error as Error).message}${usage && `\n${usage}`}`);
  }
}

/** Of `npm run backup --list` npm keeps `--list` for itself: the command would begin, and do something else. */
export function refuseKeptByNpm(names: string[]) {
  const { npm_lifecycle_event: command, ...environment } = process.env;
  if (!command) return;
  const kept = names.find((name) => environment[`npm_config_${name.replaceAll('-', '_')}`]);
  if (!kept) return;
  throw new StartError(
    `npm took --${kept} for itself, and nothing was done. Put two dashes before it: npm run ${command} -- --${kept}`,
  );
}
