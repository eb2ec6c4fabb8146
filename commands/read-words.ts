import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartError } from '#database/start-error.ts';

/** What stands behind a command's name; what it does not know is said in a sentence, and how it is used below it. */
export function readWords<Config extends ParseArgsConfig>(config: Config, usage = '') {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new StartError(`${(error as Error).message}${usage && `\n${usage}`}`);
  }
}
