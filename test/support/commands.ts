import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { createSites } from './site.ts';

export type Order = { environment: Record<string, string>; command: string; words: string[] };
export type Ended = { code: number; said: string };

/**
 * Runs commands one after the other in one process beside the tests: starting and importing takes
 * longer than most of them.
 */
export function openCommands() {
  let child: ChildProcess | undefined;

  async function run(environment: Record<string, string>, command = '', ...words: string[]) {
    child ??= fork('test/support/commands-process.ts', {
      env: { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' },
      execArgv: [],
    });
    const { PATH = '' } = process.env;
    const ending = new AbortController();
    child.send({ environment: { PATH, ...environment }, command, words } satisfies Order);
    const [ended] = await Promise.race([
      once(child, 'message', ending),
      once(child, 'exit', ending).then(([code]) => {
        throw new Error(`The process of commands ended with ${code} at ${command}.`);
      }),
    ]).finally(() => ending.abort());
    return ended as Ended;
  }

  return { run, close: () => child?.kill() };
}

/** Runs commands that each have a process of their own, as npm starts them. */
export function createRunAlone({ launch }: Pick<ReturnType<typeof createSites>, 'launch'>) {
  return async (environment: Record<string, string>, ...words: string[]) => {
    const child = launch(environment, [process.execPath, 'commands/run.mjs', ...words]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
      });
    }
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, said };
  };
}
