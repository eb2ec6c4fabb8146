import pino from 'pino';

export type Logger = pino.Logger;

/** JSON lines on standard error; what carries a secret is never written. */
export function createLogger(level: string, fd = 2): Logger {
  const destination = pino.destination({ fd, sync: true });
  // Where the log cannot be written (a full disk, a reader that is gone) the site goes on without it.
  destination.on('error', () => {});
  return pino(
    {
      level,
      base: null,
      redact: ['*.authorization', '*.apikey', '*.password', '*.token', '*.refresh_token'],
    },
    destination,
  );
}
