import { AsyncLocalStorage } from 'node:async_hooks';
import type { Asker } from './fair-turns.ts';

type Scope = {
  asker: Asker | undefined;
  hasConnection: boolean;
  /** A place in the log of changes: what stands before it has to be seen. */
  position?: string;
};

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Whatever work asks of the database counts for this client, also through a page and the API behind
 * it. Without one it counts for the site: work that many share must not end with the one who began it.
 */
export function onBehalfOf<T>(asker: Asker | undefined, work: () => T): T {
  return scopes.run({ asker, hasConnection: false }, work);
}

/** Who holds a connection already must not wait behind itself for another one. */
export function withConnectionHeld<T>(work: () => T): T {
  return scopes.run({ ...currentScope(), hasConnection: true }, work);
}

/** What is read sees whatever was committed until that place of the log, and need not ask for a later one. */
export function asOf<T>(position: string | undefined, work: () => T): T {
  return scopes.run({ ...currentScope(), position }, work);
}

export function currentScope(): Scope {
  return scopes.getStore() ?? { asker: undefined, hasConnection: false };
}
