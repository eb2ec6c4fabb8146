import pino from 'pino';
import { type LogOutput, openLogOutput } from './telemetry/log-output.ts';
import { describeError } from './telemetry/without-secrets.ts';

export type Logger = pino.Logger;

/**
 * JSON lines on standard error. Fields with secrets or with people's own words are never written.
 */
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
