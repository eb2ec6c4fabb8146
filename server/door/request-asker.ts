import type { Asker } from '#database/fair-turns.ts';

/**
 * The request that waits for a turn. A class, because object literals with getters stay in memory
 * long after they are used (decision 121).
 */
export class RequestAsker implements Asker {
  readonly key: string;
  readonly #request: Request;

  constructor(key: string, request: Request) {
    this.key = key;
    this.#request = request;
  }

  /** Created only when something waits: most requests never do. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
