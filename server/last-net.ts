import type { Logger } from './logger.ts';

type Events = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

/** So many in a minute come from something that is broken for good, and not from a bad moment. */
const most = 100;
const minute = 60_000;

/**
 * What nobody caught: each is a bug, and is mended where it arises. Until then it is logged, and the
 * process goes on. That is safe here because nothing that must last lives in memory: what is true is in
 * the database, changed in transactions that end with their connection, and a request that lost its
 * callback ends by its time limit. To end instead would let one broken line, or anybody who learns how
 * to cause one, take the site from everybody.
 *
 * The process ends, in order and with 1 so that whatever supervises it starts a fresh one, when failures
 * come so fast that it cannot be doing its work any more. Running out of memory ends it by itself.
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
