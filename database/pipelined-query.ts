import pg from 'pg';
import { createPreparedNames, type PreparedNames } from './prepared-names.ts';
import type { Result, Statement } from './statement.ts';

/**
 * Sends several queries and one Sync at once, so that they run as one transaction in one round
 * trip. Implements the interface through which `pg` runs any query (as pg-cursor does).
 */
export class PipelinedQuery implements pg.Submittable {
  readonly statements: readonly Statement[];
  readonly #prepares: boolean;
  readonly #resolve: (results: Result<unknown>[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #results: Result<unknown>[] = [];
  /** Turns the rows of each result into objects. */
  #readers: RowReader[] = [];
  #current = newResult();
  #failed = false;
  #wire: Wire | undefined;

  constructor(
    statements: readonly Statement[],
    resolve: (results: Result<unknown>[]) => void,
    reject: (error: Error) => void,
    /**
     * Otherwise each is parsed again: names stay on a connection that may be another client's next
     * time.
     */
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
    const { names, readers: known } = preparedOn(wire);
    const { close, parse } = this.#prepares
      ? names.plan(this.statements)
      : names.sendAnew(this.statements);
    wire.stream.cork();
    try {
      // First of all, because after a failure the server skips everything up to the Sync.
      for (const name of close) {
        wire.close({ type: 'S', name });
        known.delete(name);
      }
      for (const statement of this.statements) {
        const { text, values = [] } = statement;
        const name = (this.#prepares && statement.name) || '';
        if (parse.has(statement)) {
          // An earlier attempt may have prepared the name before it failed; closing it is harmless.
          if (name) wire.close({ type: 'S', name });
          wire.parse({ text, name, types: [] });
        }
        wire.bind({ portal: '', statement: name, values, binary: false, valueMapper });
        // The row description of a prepared statement arrived when it was first used, and cannot
        // change.
        const reader = parse.has(statement) ? undefined : known.get(name);
        if (!reader) wire.describe({ type: 'P', name: '' });
        this.#readers.push(reader ?? newResult());
        wire.execute({ portal: '', rows: 0 });
      }
      wire.sync();
      this.#current = this.#readers[0] ?? this.#current;
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
    const reader = this.#current;
    reader.addCommandComplete(message);
    this.#results.push({ rows: reader.rows, rowCount: reader.rowCount ?? 0 });
    // The reader stays with the connection; the rows that it has read do not.
    reader.rows = [];
    this.#current = this.#readers[this.#results.length] ?? reader;
  }

  handleEmptyQuery() {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: Error) {
    if (this.#failed) return;
    this.#failed = true;
    this.#current.rows = [];
    this.#reject(error);
  }

  handleReadyForQuery() {
    if (this.#failed || !this.#wire) return;
    if (this.#prepares) this.#confirm(preparedOn(this.#wire));
    this.#resolve(this.#results);
  }

  #confirm({ names, readers }: Prepared) {
    names.confirm(this.statements);
    for (const [place, { name }] of this.statements.entries()) {
      const reader = this.#readers[place];
      if (name && reader) readers.set(name, reader);
    }
  }
}

// `pg` has these at run time, but its types leave them out.
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

/** Whether so much has been sent on the connection that its memory should be given back. */
export function isWorn(client: pg.ClientBase): boolean {
  // `pg` has this at run time, but its types leave it out.
  const { connection } = client as unknown as { connection: Wire };
  return preparedOn(connection).names.isWorn();
}

/**
 * The statements prepared on a connection, and the readers of their rows: only one query runs there
 * at a time.
 */
type Prepared = { names: PreparedNames; readers: Map<string, RowReader> };
const preparedByWire = new WeakMap<Wire, Prepared>();

function preparedOn(wire: Wire): Prepared {
  let prepared = preparedByWire.get(wire);
  if (!prepared) {
    prepared = { names: createPreparedNames(), readers: new Map() };
    preparedByWire.set(wire, prepared);
  }
  return prepared;
}
