import type { NoTurn } from './fair-turns.ts';

/** The database cannot answer now and will again: gone, starting, full, or asked by too many. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    super('The database cannot answer at the moment', { cause });
  }
}

/** It answers, but too many ask: one client alone (`own crowd`), all together, or one who left meanwhile. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = 'DatabaseBusy';
  readonly why: NoTurn['cause'];
  constructor(why: NoTurn['cause'], cause: unknown) {
    super(cause);
    this.why = why;
  }
}

/**
 * Classes of SQLSTATE: connection, resources (a full disk, too many connections), the engine's end, and
 * its trouble with files of its own, whose names are nobody's business.
 */
const passing = /^(08|53|57P|58|XX00[12])/;
const lostLine = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/;

/**
 * It takes no changes: it follows another one by now, or its server lets nobody write. It says so of each transaction
 * that may write, which is what all of ours say that they are unless they only read (`become`).
 */
export class DatabaseReadOnly extends DatabaseUnavailable {
  override name = 'DatabaseReadOnly';
}

/** PostgreSQL's own function, whose name no language changes. */
const refusesChanges = 'call_bool_check_hook';

/** A failure of the database itself by that name; what one statement did wrong stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('routine' in error && error.routine === refusesChanges) return new DatabaseReadOnly(error);
  const isLost =
    lostLine.test(code) || /^(Connection terminated|Client has enc|timeout e)/.test(error.message);
  return isLost || passing.test(code) ? new DatabaseUnavailable(error) : error;
}
