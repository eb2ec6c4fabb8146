import { type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  longestReading,
  mostResumeBytes,
  type ResumeKind,
  type ResumeRefusal,
} from '#domain/applications/resume.ts';
import { Refused } from './refused.ts';

export type ReadResume = { kind: ResumeKind; text: string };

/** So many files are read at the same time; others wait for their turn. */
const mostAtOnce = 2;
let busy = 0;
const waiting: (() => void)[] = [];

/** Checks a file by its content and takes its text out, in a process that ends with it. */
export async function readResumeFile(bytes: Uint8Array): Promise<ReadResume> {
  if (bytes.length === 0) throw new Refused('empty');
  if (bytes.length > mostResumeBytes) throw new Refused('too_large');
  if (busy >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  try {
    return await readApart(bytes);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

/** What it runs, and where Node finds that: neither the data, nor the settings, nor the rest of us. */
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

/** It knows nothing of this process: no settings, no keys, no files but its own code. */
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

type Answer = ReadResume | { refused: ResumeRefusal };

function readApart(bytes: Uint8Array): Promise<ReadResume> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./read-child.ts', import.meta.url), apart);
    const clock = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Refused('too_slow'));
    }, longestReading);
    child.once('message', (answer: Answer) => {
      if ('refused' in answer) reject(new Refused(answer.refused));
      else resolve(answer);
    });
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(clock);
      // After an answer this changes nothing.
      reject(new Refused('too_deep'));
    });
    child.send(bytes, (error) => error && reject(error));
  });
}
