import { AsyncLocalStorage } from 'node:async_hooks';
import { readWordsFrom, type Words } from '#domain/site/words.ts';

const scopes = new AsyncLocalStorage<Words>();

/** Everything rendered within this work uses these words. */
export function withWords<T>(words: Words, work: () => T): T {
  return scopes.run(words, work);
}

export const currentWords = () => scopes.getStore();

// For the server's own modules; those of the pages and mails are told when they are loaded.
readWordsFrom(currentWords);
