import { AsyncLocalStorage } from 'node:async_hooks';
import type { Asker } from './fair-turns.ts';

type Scope = {
  asker: Asker | undefined;
  hasConnection: boolean;
  /** A position in the write-ahead log: reads must see everything before it. */
  position?: string;
};

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Counts every query of this work for the client, even through a page and the API behind it.
 * Without a client it counts for the site: work that many share must not end with the one who began
 * it.
 */
export function onBehalfOf<T>(asker: Asker | undefined, work: () => T): T {
  return scopes.run({ asker, hasConnection: false }, work);
}

/** A request that already holds a connection must not queue behind itself for another. */
export function withConnectionHeld<T>(work: () => T): T {
  return scopes.run({ ...currentScope(), hasConnection: true }, work);
}

/** Reads see everything committed up to this position, and need no later one. */
export function asOf<T>(position: string | undefined, work: () => T): T {
  return scopes.run({ ...currentScope(), position }, work);
}

export function currentScope(): Scope {
  return scopes.getStore() ?? { asker: undefined, hasConnection: false };
}
