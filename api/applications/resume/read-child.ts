// A process of its own: whatever a file does to a parser, it does it here, and only here.
import { Worker } from 'node:worker_threads';
import { mostReadingMegabytes } from '#domain/applications/resume.ts';
import { readText } from './read-text.ts';
import { Refused } from './refused.ts';

// Looks on while this thread is busy: memory outside of the heap has no other bound.
const watch = `setInterval(() => {
  if (process.memoryUsage.rss() > ${mostReadingMegabytes * 1_048_576}) process.kill(process.pid, 'SIGKILL');
}, 20)`;

process.once('message', async (file: Uint8Array) => {
  new Worker(watch, { eval: true }).unref();
  const answer = await readText(new Uint8Array(file)).catch((error: unknown) => ({
    refused: error instanceof Refused ? error.reason : 'broken',
  }));
  process.send?.(answer, () => process.exit());
});
