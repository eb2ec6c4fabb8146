import { type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createFairTurns, NoTurn } from '#database/fair-turns.ts';
import {
  longestReading,
  mostResumeBytes,
  type ResumeKind,
  resumeRefusals,
  resumeTypes,
} from '#domain/applications/resume.ts';
import { ApiError } from '../../errors.ts';
import { Refused } from './refused.ts';

export type ReadResume = { kind: ResumeKind; text: string };

/**
 * Two files at a time, because each may use a whole core for seconds; and only one per asker, so that nobody can
 * occupy both turns.
 */
const turns = createFairTurns({
  atOnce: 2,
  share: 1,
  mostWaiting: 40,
  mostWaitingOfOne: 10,
  patience: 60_000,
});

/** Checks a file's contents and extracts its text, in a process that ends afterwards. */
export async function readResumeFile(bytes: Uint8Array, asker: string): Promise<ReadResume> {
  if (bytes.length === 0) throw new Refused('empty');
  if (bytes.length > mostResumeBytes) throw new Refused('too_large');
  const end = await turns.take({ key: asker }).catch((error) => {
    if (!(error instanceof NoTurn)) throw error;
    throw new ApiError('too_many_at_once', undefined, undefined, { retryAfter: 10 });
  });
  return readApart(bytes).finally(end);
}

/** What the process runs, and where Node finds it, without access to data, settings or the rest of our code. */
const itsOwnCode = [
  fileURLToPath(new URL('./', import.meta.url)),
  fileURLToPath(new URL('../../../domain/applications/resume.ts', import.meta.url)),
  fileURLToPath(new URL('../../../package.json', import.meta.url)),
  ...['unpdf', 'fflate'].map((name) => {
    const place = fileURLToPath(import.meta.resolve(name));
    return place.slice(
      0,
      place.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length,
    );
  }),
];

/** It has nothing of this process: no settings, no keys, no files except its own code. */
export const apart = {
  env: { NODE_ENV: 'production' },
  execArgv: [
    '--max-old-space-size=192',
    '--permission',
    '--allow-worker',
    ...itsOwnCode.map((place) => `--allow-fs-read=${place}`),
  ],
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
} satisfies ForkOptions;

/** The file may have taken over the process: what it says is parsed as what comes from outside. */
const answer = z.union([
  z.object({ kind: z.literal(namesOf(resumeTypes)), text: z.string() }),
  z.object({ refused: z.literal(namesOf(resumeRefusals)) }),
]);

function namesOf<Name extends string>(table: Record<Name, unknown>): Name[] {
  return Object.keys(table) as Name[];
}

function readApart(bytes: Uint8Array): Promise<ReadResume> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./read-child.ts', import.meta.url), apart);
    const clock = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Refused('too_slow'));
    }, longestReading);
    child.once('message', (said) => {
      const { data } = answer.safeParse(said);
      if (data && 'text' in data) resolve(data);
      else reject(new Refused(data?.refused ?? 'broken'));
    });
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(clock);
      // Has no effect if there was an answer.
      reject(new Refused('too_deep'));
    });
    child.send(bytes, (error) => error && reject(error));
  });
}
