import pino from 'pino';
import { type LogOutput, openLogOutput } from './telemetry/log-output.ts';
import { describeError } from './telemetry/without-secrets.ts';

export type Logger = pino.Logger;

/** JSON lines on standard error; what carries a secret, or somebody's words, is never written. */
export function createLogger(level: string, output: LogOutput = openLogOutput()): Logger {
  return pino(
    {
      level,
      base: null,
      redact: ['*.authorization', '*.apikey', '*.password', '*.token', '*.refresh_token'],
      serializers: { err: (error) => describeError(error) },
    },
    { write: output.write },
  );
}
