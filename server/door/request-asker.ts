import type { Asker } from '#database/fair-turns.ts';

/**
 * Who waits for a turn with a request. A class, as objects that are written with getters in them are kept long after
 * they are over.
 */
export class RequestAsker implements Asker {
  readonly key: string;
  readonly #request: Request;

  constructor(key: string, request: Request) {
    this.key = key;
    this.#request = request;
  }

  /** Made when somebody waits: most requests never do. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
