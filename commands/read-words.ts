import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartError } from '#database/start-error.ts';
import { grouped } from '#domain/text/grouped.ts';

/** Who asks how a command is called is told, and nothing is done. */
export class UsageAsked extends Error {}

/**
 * What stands behind a command's name. Before anything else: what it does not know is said in a sentence, and how it is
 * used below it.
 */
export function readWords<Config extends ParseArgsConfig>(config: Config, usage: string) {
  tellUsage(usage);
  refuseKeptByNpm(Object.keys(config.options ?? {}));
  try {
    return parseArgs(config);
  } catch (error) {
    // What Node adds is of files whose names begin with a dash.
    const [sentence] = (error as Error).message.split('. To specify a positional');
    throw new StartError(`${sentence}\n${usage}`);
  }
}

/** For commands that hand their words on. */
export function tellUsage(usage: string) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    throw new UsageAsked(usage);
  }
}

/** For commands that take none. */
export function refuseWords(usage: string) {
  readWords({}, usage);
}

/** What stands behind the words that a command takes. */
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

/** Of `npm run backup --list` npm keeps `--list` for itself: the command would begin, and do something else. */
function refuseKeptByNpm(names: string[]) {
  const { npm_lifecycle_event: command, ...environment } = process.env;
  if (!command) return;
  const kept = names.find((name) => environment[`npm_config_${name.replaceAll('-', '_')}`]);
  if (!kept) return;
  throw new StartError(
    `npm took --${kept} for itself, and nothing was done. Put two dashes before it: npm run ${command} -- --${kept}`,
  );
}
