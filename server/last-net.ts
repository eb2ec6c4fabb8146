import type { Logger } from './logger.ts';

type Events = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

/** This many in a minute come from something permanently broken, not from a bad moment. */
const most = 100;
const minute = 60_000;

/**
 * Uncaught errors: each is a bug, to be fixed where it arises. Until then it is logged and the
 * process goes on. That is safe here because nothing that must last lives in memory: the truth is
 * in the database, changed in transactions that end with their connection, and a request that lost
 * its callback ends at its timeout. Exiting instead would let one broken connection, or anybody who
 * learns how to cause one, take the site down for everybody.
 *
 * If failures come so fast that the process cannot be doing its work any more, it shuts down
 * cleanly with status 1, so that its supervisor starts a fresh one. Running out of memory ends it
 * anyway.
 */
export function catchStrays(
  { logger, giveUp }: { logger: Pick<Logger, 'error' | 'fatal'>; giveUp: () => void },
  events: Events = process,
): () => void {
  let caught: number[] = [];

  function take(error: unknown, what: string) {
    logger.error({ err: error }, what);
    const now = performance.now();
    caught = [...caught.filter((time) => now - time < minute), now];
    if (caught.length <= most) return;
    caught = [];
    logger.fatal('failures come faster than work is done: the process ends');
    giveUp();
  }
  const onRejection = (reason: unknown) => take(reason, 'a promise failed that nobody awaits');
  const onException = (error: unknown) =>
    take(error, 'an error was thrown where nobody catches it');

  events.on('unhandledRejection', onRejection);
  events.on('uncaughtException', onException);
  return () => {
    events.off('unhandledRejection', onRejection);
    events.off('uncaughtException', onException);
  };
}
