import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '../open-client.ts';
import { type ContentSum, createLineSum } from './content-sum.ts';
import {
  columnsOf,
  listSequences,
  listTables,
  nameOf,
  type Sequence,
  type Table,
} from './list-tables.ts';

export type Snapshot = {
  tables: Table[];
  sequences: Sequence[];
  /** The names of the applied migrations, and the server's version. */
  migrations: string[];
  serverVersion: number;
  /** The size of the database on disk. */
  bytes: number;
  /** Streams a table's rows as text, and returns their checksum. */
  read(table: Table, take: (piece: Buffer) => Promise<void> | void): Promise<ContentSum>;
  /** The lines that a query returns. */
  lines(query: string): Promise<string[]>;
};

/** Makes values read and write the same way, whatever the server's settings are. */
export const plainText = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local row_security = off; set local synchronize_seqscans = off; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local client_encoding = 'UTF8'; set local search_path = ''`;

/**
 * The whole database as it was at one moment, while others go on writing. Tables are locked against
 * changes of their structure, not against anything the site does with their rows.
 */
export function withSnapshot<T>(
  admin: pg.ClientConfig,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return withClient({ ...admin, application_name: 'backup' }, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await client.query(plainText);
    for (const table of await listTables(client)) {
      await client.query(`lock table ${nameOf(table)} in access share mode`);
    }
    const tables = await listTables(client);
    const { rows: migrations } = await client.query<{ name: string }>(
      'select name from deploy.migrations order by name',
    );
    const { rows: servers } = await client.query<{ version: number; bytes: number }>(
      `select current_setting('server_version_num')::int / 10000 as version,
        pg_database_size(current_database())::float8 as bytes`,
    );
    const result = await work({
      tables,
      sequences: await listSequences(client),
      migrations: migrations.map(({ name }) => name),
      serverVersion: servers[0]?.version ?? 0,
      bytes: servers[0]?.bytes ?? 0,
      read: (table, take) => readRows(client, table, take),
      lines: async (query) => {
        const text: Buffer[] = [];
        for await (const piece of client.query(copyTo(`copy (${query}) to stdout`)))
          text.push(piece);
        return Buffer.concat(text).toString().split('\n').filter(Boolean);
      },
    });
    await client.query('commit');
    return result;
  });
}

export async function readRows(
  client: pg.Client,
  table: Table,
  take: (piece: Buffer) => Promise<void> | void = () => {},
): Promise<ContentSum> {
  const sum = createLineSum();
  const query = `copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`;
  for await (const piece of client.query(copyTo(query))) {
    sum.add(piece);
    await take(piece);
  }
  return sum.read();
}
