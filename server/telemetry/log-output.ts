import { isatty } from 'node:tty';
import pino from 'pino';
import { forTerminal } from './for-terminal.ts';
import { withoutSecrets } from './without-secrets.ts';

export type LogOutput = ReturnType<typeof openLogOutput>;

/** Buffered lines go out after this many milliseconds or characters. */
const gatherFor = 200;
const mostGathered = 32_768;
/**
 * If nobody reads the log, this many bytes wait in memory. Later lines are dropped, and counted.
 */
const mostUnread = 8_388_608;
/** How long to wait for the reader at the end, in milliseconds. */
const patience = 1_000;

/**
 * The only way to standard error, or wherever `fd` leads. Writers never wait for the reader: a log
 * that cannot be written (a full disk, a slow or missing reader) never holds up the site.
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

  /** Resolves once everything so far has been written, or cannot be. */
  function written(): Promise<void> {
    flush();
    return new Promise((resolve) => {
      // A reader that does not read must not keep the process from ending.
      const timer = setTimeout(resolve, patience);
      destination.flush(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  return {
    /** Immediately: for lines that people may need from a process that is about to end. */
    write(line: string) {
      gather(withoutSecrets(line));
      flush();
    },
    /** Soon, together with others: for frequent lines that contain nothing anybody sent. */
    gather,
    flush,
    written,
    /**
     * The last output of a process. What is not written by then is dropped: the library would retry
     * for ever at exit, and keep the process from ending.
     */
    async end() {
      await written();
      hasEnded = true;
      destination.destroy();
    },
    dropped: () => dropped,
  };
}
