import { AsyncLocalStorage } from 'node:async_hooks';
import type { Asker } from './fair-turns.ts';

type Scope = { asker: Asker | undefined; hasConnection: boolean };

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
  return scopes.run({ asker: scopes.getStore()?.asker, hasConnection: true }, work);
}

export function currentScope(): Scope {
  return scopes.getStore() ?? { asker: undefined, hasConnection: false };
}
