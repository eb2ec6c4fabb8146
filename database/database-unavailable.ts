import type { NoTurn } from './fair-turns.ts';

/** The database cannot answer now but will again: it is down, starting, full, or overloaded. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    super('The database cannot answer at the moment', { cause });
  }
}

/**
 * The database is up, but too many queries wait: from one client (`own crowd`) or altogether. Or
 * the client left meanwhile.
 */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = 'DatabaseBusy';
  readonly why: NoTurn['cause'];
  constructor(why: NoTurn['cause'], cause: unknown) {
    super(cause);
    this.why = why;
  }
}

/**
 * Classes of SQLSTATE: connection, resources (full disk, too many connections), shutdown, and
 * trouble with the engine's own files, whose names must not get out.
 */
const passing = /^(08|53|57P|58|XX00[12])/;
const lostLine = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/;

/**
 * It accepts no writes: it has become a standby, or its server blocks them. PostgreSQL reports this
 * for every transaction that is declared as writing, which all of ours are unless they only read
 * (`become`).
 */
export class DatabaseReadOnly extends DatabaseUnavailable {
  override name = 'DatabaseReadOnly';
}

/** A function inside PostgreSQL, whose name does not depend on the language. */
const refusesChanges = 'call_bool_check_hook';

/**
 * Wraps failures of the database itself in this error; errors of a single query stay as they are.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('routine' in error && error.routine === refusesChanges) return new DatabaseReadOnly(error);
  const isLost =
    lostLine.test(code) || /^(Connection terminated|Client has enc|timeout e)/.test(error.message);
  return isLost || passing.test(code) ? new DatabaseUnavailable(error) : error;
}
