import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartError } from '#database/start-error.ts';
import { grouped } from '#domain/text/grouped.ts';

/** Thrown for `--help`: usage is shown and nothing is done. */
export class UsageAsked extends Error {}

/**
 * Parses a command's arguments, before anything else happens: an unknown one is refused in a
 * sentence, with the usage below.
 */
export function readWords<Config extends ParseArgsConfig>(config: Config, usage: string) {
  tellUsage(usage);
  refuseKeptByNpm(Object.keys(config.options ?? {}));
  try {
    return parseArgs(config);
  } catch (error) {
    // Node adds advice about words that begin with a dash.
    const [sentence] = (error as Error).message.split(/\n|\. To specify a positional/);
    throw new StartError(`${sentence}\n${usage}`);
  }
}

/** For commands that pass their arguments on. */
export function tellUsage(usage: string) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    throw new UsageAsked(usage);
  }
}

/** For commands that take no arguments. */
export function refuseWords(usage: string) {
  readWords({}, usage);
}

/** Refuses what is left after the arguments that a command takes. */
export function refuseOthers([strange]: readonly string[], usage: string) {
  if (strange === undefined) return;
  throw new StartError(`It is not clear what "${strange}" is for.\n${usage}`);
}

export function readCount(
  given: string,
  { name, most, usage }: { name: string; most: number; usage: string },
): number {
  const count = Number(given);
  if (given.trim() === '' || !Number.isInteger(count) || count < 0 || count > most) {
    throw new StartError(`--${name} takes a whole number, ${grouped(most)} at most.\n${usage}`);
  }
  return count;
}

/** npm keeps the `--list` of `npm run backup --list` for itself: the command would start, and do something else. */
function refuseKeptByNpm(names: string[]) {
  const { npm_lifecycle_event: command, ...environment } = process.env;
  if (!command) return;
  const kept = names.find((name) => environment[`npm_config_${name.replaceAll('-', '_')}`]);
  if (!kept) return;
  throw new StartError(
    `npm took --${kept} for itself, and nothing was done. Put two dashes before it: npm run ${command} -- --${kept}`,
  );
}
