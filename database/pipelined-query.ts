import pg from 'pg';
import { createPreparedNames, type PreparedNames } from './prepared-names.ts';
import type { Result, Statement } from './statement.ts';

/**
 * Sends several statements and one Sync at once, so that they run as one transaction in one round
 * trip. Implements the interface through which `pg` runs any query (as pg-cursor does).
 */
export class PipelinedQuery implements pg.Submittable {
  readonly statements: readonly Statement[];
  readonly #prepares: boolean;
  readonly #resolve: (results: Result<unknown>[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #results: Result<unknown>[] = [];
  #current = newResult();
  #failed = false;
  #wire: Wire | undefined;

  constructor(
    statements: readonly Statement[],
    resolve: (results: Result<unknown>[]) => void,
    reject: (error: Error) => void,
    /** Else each is sent anew: what lies under a name stays on a connection that may be another's next time. */
    prepares = true,
  ) {
    this.statements = statements;
    this.#prepares = prepares;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection) {
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    const names = preparedOn(wire);
    const { close, parse } = this.#prepares
      ? names.plan(this.statements)
      : names.sendAnew(this.statements);
    wire.stream.cork();
    try {
      // Before all else, because after a failure the server reads no further than to the Sync.
      for (const name of close) wire.close({ type: 'S', name });
      for (const statement of this.statements) {
        const { text, values = [] } = statement;
        const name = (this.#prepares && statement.name) || '';
        if (parse.has(statement)) {
          // An earlier attempt may have prepared the name before it failed; closing it is harmless.
          if (name) wire.close({ type: 'S', name });
          wire.parse({ text, name, types: [] });
        }
        wire.bind({ portal: '', statement: name, values, binary: false, valueMapper });
        wire.describe({ type: 'P', name: '' });
        wire.execute({ portal: '', rows: 0 });
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription(message: { fields: unknown[] }) {
    this.#current.addFields(message.fields);
  }

  handleDataRow(message: { fields: unknown[] }) {
    this.#current.addRow(this.#current.parseRow(message.fields));
  }

  handleCommandComplete(message: unknown) {
    this.#current.addCommandComplete(message);
    this.#results.push({
      rows: this.#current.rows,
      rowCount: this.#current.rowCount ?? 0,
    });
    this.#current = newResult();
  }

  handleEmptyQuery() {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: Error) {
    if (this.#failed) return;
    this.#failed = true;
    this.#reject(error);
  }

  handleReadyForQuery() {
    if (this.#failed || !this.#wire) return;
    if (this.#prepares) preparedOn(this.#wire).confirm(this.statements);
    this.#resolve(this.#results);
  }
}

// What `pg` has at run time but its types leave out.
type Wire = {
  stream: { cork(): void; uncork(): void };
  parse(message: { text: string; name: string; types: number[] }): void;
  bind(message: {
    portal: string;
    statement: string;
    values: readonly unknown[];
    binary: boolean;
    valueMapper: (value: unknown) => unknown;
  }): void;
  describe(message: { type: 'P' | 'S'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  close(message: { type: 'P' | 'S'; name: string }): void;
  sync(): void;
};
type RowReader = {
  rows: unknown[];
  rowCount: number | null;
  addFields(fields: unknown[]): void;
  parseRow(fields: unknown[]): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: unknown): void;
};
const { Result: ResultClass, utils } = pg as unknown as {
  Result: new (rowMode: undefined, types: typeof pg.types) => RowReader;
  utils: { prepareValue(value: unknown): unknown };
};
const valueMapper = utils.prepareValue;

function newResult(): RowReader {
  return new ResultClass(undefined, pg.types);
}

/** Whether so much was asked on the connection that its memory should be given back. */
export function isWorn(client: pg.ClientBase): boolean {
  // What `pg` has at run time but its types leave out.
  const { connection } = client as unknown as { connection: Wire };
  return preparedOn(connection).isWorn();
}

const preparedNames = new WeakMap<Wire, PreparedNames>();

function preparedOn(wire: Wire): PreparedNames {
  let names = preparedNames.get(wire);
  if (!names) {
    names = createPreparedNames();
    preparedNames.set(wire, names);
  }
  return names;
}
