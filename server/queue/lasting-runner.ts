import { setTimeout as delay } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run } from 'graphile-worker';

const restartAfter = 1_000;

/**
 * Keeps graphile-worker running until it is told to stop; by itself it stops after unexpected
 * errors.
 */
export async function runLasting(
  options: RunnerOptions,
  noteEnd: (error: unknown) => void,
): Promise<{ restart(): void; stop(): Promise<void> }> {
  let stopped = false;
  let runner: Runner = await run(options);

  async function keep() {
    for (;;) {
      await runner.promise.catch((error) => stopped || noteEnd(error));
      while (!stopped) {
        await delay(restartAfter, undefined, { ref: false });
        if (stopped) return;
        try {
          runner = await run(options);
          // `stop` may have been called during the start, and have reached the previous runner.
          if (stopped) await runner.stop().catch(() => {});
          break;
        } catch (error) {
          if (!stopped) noteEnd(error);
        }
      }
      if (stopped) return;
    }
  }
  const kept = keep();
  return {
    /** Running jobs are finished, or run again. */
    restart() {
      runner.stop().catch(() => {}); // it may have ended by itself
    },
    async stop() {
      stopped = true;
      await runner.stop().catch(() => {}); // it may have ended by itself
      await kept;
    },
  };
}
