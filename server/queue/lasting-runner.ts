import { setTimeout as delay } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run } from 'graphile-worker';

const restartAfter = 1_000;

/** Runs graphile-worker, which stops itself when something surprises it, until it is told to stop. */
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
          // The word to stop may have come while it started, to the one before it.
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
    /** What it is doing is done, or is done again. */
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
