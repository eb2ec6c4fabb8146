import { isatty } from 'node:tty';
import pino from 'pino';
import { forTerminal } from './for-terminal.ts';
import { withoutSecrets } from './without-secrets.ts';

export type LogOutput = ReturnType<typeof openLogOutput>;

/** Lines that wait go out after so many milliseconds, or characters. */
const gatherFor = 200;
const mostGathered = 32_768;
/** Of a reader that does not read, so many bytes wait in memory. Later lines are dropped, and counted. */
const mostUnread = 8_388_608;
/** How long is waited for it at the end, in milliseconds. */
const patience = 1_000;

/**
 * The one way to standard error, or wherever `fd` leads. Whoever writes waits for nobody who reads: a log that cannot be
 * written (a full disk, a reader that is slow or gone) never holds the site up.
 */
export function openLogOutput(fd = 2, isTerminal = isatty(fd)) {
  const destination = pino.destination({ fd, sync: false, minLength: 1, maxLength: mostUnread });
  destination.on('error', () => {});
  let dropped = 0;
  destination.on('drop', () => {
    dropped += 1;
  });
  let hasEnded = false;
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (gathered === '' || hasEnded) return;
    const lines = gathered;
    gathered = '';
    destination.write(lines);
  }

  function gather(line: string) {
    gathered += isTerminal ? forTerminal(line) : line;
    if (gathered.length >= mostGathered) flush();
    else timer ??= setTimeout(flush, gatherFor).unref();
  }

  /** Until what was said so far has been taken, or cannot be. */
  function written(): Promise<void> {
    flush();
    return new Promise((resolve) => {
      // A reader that does not read keeps no process from ending.
      const timer = setTimeout(resolve, patience);
      destination.flush(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  return {
    /** At once: what somebody may have to read of a process that is about to end. */
    write(line: string) {
      gather(withoutSecrets(line));
      flush();
    },
    /** Soon, with others: one of very many, made of nothing that somebody sent. */
    gather,
    flush,
    written,
    /**
     * The last word of a process. What is not taken by then is left: the library would try it for ever when the process
     * ends, and so keep it from ending.
     */
    async end() {
      await written();
      hasEnded = true;
      destination.destroy();
    },
    dropped: () => dropped,
  };
}
