// Runs in its own process, so that a malicious file can harm only this one.
import { Worker } from 'node:worker_threads';
import { mostReadingMegabytes } from '#domain/applications/resume.ts';
import { readText } from './read-text.ts';
import { Refused } from './refused.ts';

// Keeps checking while the main thread is busy: nothing else limits memory outside the heap.
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
