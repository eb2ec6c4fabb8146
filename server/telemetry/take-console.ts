import { format } from 'node:util';
import type { Logger } from '../logger.ts';
import { withoutValues } from './without-secrets.ts';

/**
 * Libraries speak to the console, and quote what a stranger sent: an address that cannot be decoded, say. It goes into
 * the log without what is quoted. The answer gives the console back.
 */
export function takeConsole(logger: Pick<Logger, 'warn'>): () => void {
  const { warn, error } = console;
  const take = (...words: unknown[]) => {
    logger.warn({ said: withoutValues(format(...words)).slice(0, 1_000) }, 'a library says');
  };
  Object.assign(console, { warn: take, error: take });
  return () => {
    Object.assign(console, { warn, error });
  };
}
