import { format } from 'node:util';
import type { Logger } from '../logger.ts';
import { withoutValues } from './without-secrets.ts';

/**
 * Libraries write to the console and quote what strangers sent, such as an address that cannot be
 * decoded. It goes into the log without the quotes. The returned function gives the console back.
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
