import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from './engine.ts';

export type EngineNote = { level: 'error' | 'info'; message: string; reason?: string };

/** The first restarts come quickly; an engine that keeps ending is given more time. */
const usualWaits = [100, 500, 1_000, 2_000, 4_000, 8_000, 15_000];
const steadyAfter = 60_000;

/** Restarts the engine whenever it ends by itself, until it is stopped. */
export function keepRunning(
  first: Engine,
  start: () => Promise<Engine>,
  note: (note: EngineNote) => void,
  waits: readonly number[] = usualWaits,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let engine = first;
  let failures = 0;

  async function watch() {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      await engine.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - began > steadyAfter) failures = 0;
      note({
        level: 'error',
        message: 'the embedded database ended by itself and is started again',
      });
      if (await startAgain()) note({ level: 'info', message: 'the embedded database runs again' });
    }
  }

  async function startAgain(): Promise<boolean> {
    let said = '';
    for (;;) {
      const wait = waits[Math.min(failures, waits.length - 1)];
      await delay(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return false;
      failures += 1;
      try {
        engine = await start();
        await engine.ready;
        return true;
      } catch (error) {
        const reason = (error as Error).message;
        if (stopping.signal.aborted) return false;
        // Once per reason: a full disk stays full for many tries.
        if (shape(reason) !== said) {
          note({ level: 'error', message: 'the embedded database does not start yet', reason });
        }
        said = shape(reason);
      }
    }
  }

  const watched = watch();
  return {
    async stop() {
      stopping.abort();
      await engine.stop();
      await watched;
      await engine.stop(); // one that was being started meanwhile
    },
  };
}

/** Without times and pids, which differ in every line of the log. */
function shape(reason: string): string {
  return reason.replace(/\d+/g, '');
}
