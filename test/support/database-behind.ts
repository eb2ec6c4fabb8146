import { inject } from 'vitest';
import type { Database } from '#database/database.ts';
import { cloneDatabase } from './engine.ts';

type DatabaseBehind = Awaited<ReturnType<typeof cloneDatabase>> & {
  /** Where the accounts are not the site's own, this creates one. */
  addPerson?: AddPerson;
};

export type PersonToAdd = {
  id: string;
  email: string;
  sessionId: string;
  /** Whether they have proved that they read the mailbox. */
  isProved: boolean;
};

export type AddPerson = (person: PersonToAdd, database: Database) => Promise<unknown>;

type OpenDatabase = () => Promise<DatabaseBehind>;

const usual: OpenDatabase = () => cloneDatabase(inject('engine'));
let open = usual;

/** The database of a test file: a copy of the site's, unless its tests are run on another one. */
export const openDatabaseBehind: OpenDatabase = () => open();

/** Runs tests that are written for the site's own database on another one. */
export async function withDatabaseBehind(other: OpenDatabase, loadTests: () => Promise<unknown>) {
  open = other;
  try {
    await loadTests();
  } finally {
    open = usual;
  }
}
