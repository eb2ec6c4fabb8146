import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { inMemory, makeDataDir } from './engine.ts';

export type Site = {
  child: ChildProcess;
  url: string;
  dataDir: string;
  /** What it has written so far. */
  said(): string;
};

const directly = [process.execPath, 'commands/run.mjs', 'start'];

/** Whole sites, each a process of its own, which end with the test file. */
export function createSites(prefix: string, usual: Record<string, string> = {}) {
  const started: ChildProcess[] = [];
  const folders: string[] = [];

  function newFolder(): string {
    const folder = makeDataDir(prefix, inMemory());
    folders.push(folder);
    return folder;
  }

  let used: Promise<string> | undefined;

  /** A data folder as a first start leaves it, made once: creating a database takes longer than most tests that use it. */
  async function usedFolder(): Promise<string> {
    used ??= start().then(async ({ child, dataDir }) => {
      await stopped(child);
      return dataDir;
    });
    const folder = newFolder();
    // Not Node's own copy, which does not preserve who owns the files.
    execFileSync('cp', ['-a', `${await used}/.`, folder]);
    return folder;
  }

  /** Uses a folder in which a test has started and stopped a site anyway. */
  function copyFrom(dataDir: string) {
    used ??= Promise.resolve(dataDir);
  }

  return { newFolder, usedFolder, copyFrom, launch, start, clear };

  /** A site in its own process group, so that a signal reaches all of its processes and no others. */
  function launch(environment: Record<string, string>, [program = '', ...words] = directly) {
    const child = spawn(program, words, {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TMPDIR: process.env.TMPDIR,
        PORT: '0',
        LOG_LEVEL: 'info',
        // Few tests need the demo content, and seeding takes a while.
        SEED: 'none',
        // Rendering and compressing every page is a third of a start, and few tests look at more than one.
        PAGES_MADE: 'asked',
        ...usual,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    started.push(child);
    return child;
  }

  async function start(
    environment: Record<string, string> = {},
    command = directly,
  ): Promise<Site> {
    const dataDir = environment.DATA_DIR ?? newFolder();
    const child = launch({ ...environment, DATA_DIR: dataDir }, command);
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk;
        const [, ready] = output.match(/^ready (http:\S+)$/m) ?? [];
        if (ready) resolve(ready);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', () => reject(new Error(`It did not start: ${output}`)));
    });
    return { child, url, dataDir, said: () => output };
  }

  async function clear() {
    for (const child of started) await killed(child);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Kills the process without warning, as a power failure would. */
export async function killed(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

export async function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}

/** Polls until the answer is as wanted; the test's own time limit ends it. */
export async function until<T>(ask: () => Promise<T>, isAsWished: (answer: T) => boolean) {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && isAsWished(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
