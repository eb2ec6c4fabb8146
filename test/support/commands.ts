import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

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
