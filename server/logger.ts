import pino from 'pino';

export type Logger = pino.Logger;

/** JSON lines on standard error; what carries a secret is never written. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      redact: ['*.authorization', '*.apikey', '*.password', '*.token', '*.refresh_token'],
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
