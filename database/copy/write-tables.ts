import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withClient } from '../open-client.ts';
import { StartError } from '../start-error.ts';
import { type ContentSum, createLineSum } from './content-sum.ts';
import { columnsOf, listTables, nameOf, type Sequence, type Table } from './list-tables.ts';
import { plainText } from './read-tables.ts';

export type Target = {
  /** Writes rows into an emptied table, and returns their checksum. */
  write(table: Table, rows: AsyncIterable<Buffer>): Promise<ContentSum>;
  setSequences(sequences: Sequence[]): Promise<void>;
};

/** The audit log of staff has an owner of its own. A superuser may act as any role. */
const asKeeperOfTheLog = (verb: 'grant' | 'revoke', to: 'to' | 'from', how = '') => `do $$
  begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('${verb} staff_keeper ${to} %I ${how}', current_user);
    end if;
  end $$`;

type Rule = { on: string; name: string; definition: string };
type Trigger = { on: string; name: string; state: string };

/**
 * Empties a database of this site and refills it, in one transaction. Our triggers are disabled:
 * their effects are already in the rows. Foreign keys are dropped meanwhile, so that tables can
 * come in any order, and checked when they are added again. Owning the tables is the only privilege
 * needed.
 */
export function withTarget<T>(
  admin: pg.ClientConfig,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  return withClient({ ...admin, application_name: 'restore' }, async (client) => {
    await client.query('begin');
    await client.query(plainText);
    await client.query(asKeeperOfTheLog('grant', 'to', 'with inherit true'));
    const tables = await listTables(client);
    const keys = await foreignKeys(client);
    const triggers = await otherTriggers(client);
    for (const { on, name } of keys) {
      await client.query(`alter table ${on} drop constraint ${pg.escapeIdentifier(name)}`);
    }
    for (const table of tables)
      await client.query(`alter table ${nameOf(table)} disable trigger user`);
    await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
    const result = await work({
      write: (table, rows) => writeRows(client, findIn(tables, table), rows),
      setSequences: (sequences) => setSequences(client, sequences),
    });
    for (const { on, name, definition } of keys) {
      await client.query(
        `alter table ${on} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
      );
    }
    for (const table of tables)
      await client.query(`alter table ${nameOf(table)} enable trigger user`);
    for (const { on, name, state } of triggers) {
      const word = { R: 'enable replica', A: 'enable always', D: 'disable' }[state];
      if (word)
        await client.query(`alter table ${on} ${word} trigger ${pg.escapeIdentifier(name)}`);
    }
    await client.query(asKeeperOfTheLog('revoke', 'from'));
    await client.query('commit');
    for (const table of tables) await client.query(`analyze ${nameOf(table)}`);
    return result;
  });
}

/** The table as this database knows it: no identifier from outside gets into a statement. */
function findIn(tables: Table[], { schema, name, columns }: Table): Table {
  const known = tables.find((table) => table.schema === schema && table.name === name);
  const unknown = columns.filter((column) => !known?.columns.includes(column));
  if (!known || unknown.length > 0) {
    throw new StartError(
      `The backup has ${known ? `the columns ${unknown.join(', ')} of ` : ''}the table ${schema}.${name}, which this version of the site does not know. Tables of your own are made by you before, or left out of the database that is backed up.`,
    );
  }
  return { schema, name, columns };
}

async function writeRows(client: pg.Client, table: Table, rows: AsyncIterable<Buffer>) {
  const sum = createLineSum();
  const counted = async function* () {
    for await (const piece of rows) {
      sum.add(piece);
      yield piece;
    }
  };
  await pipeline(
    Readable.from(counted(), { objectMode: false }),
    client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`)),
  );
  return sum.read();
}

async function setSequences(client: pg.Client, sequences: Sequence[]) {
  for (const sequence of sequences) {
    await client.query('select setval(to_regclass($1), $2, $3)', [
      nameOf(sequence),
      sequence.value,
      sequence.isCalled,
    ]);
  }
}

const ours = "n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'deploy')";

async function foreignKeys(client: pg.Client): Promise<Rule[]> {
  const { rows } = await client.query<Rule>(
    `select k.conrelid::regclass::text as on, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint as k join pg_namespace as n on n.oid = k.connamespace
      where k.contype = 'f' and k.conparentid = 0 and ${ours} order by 1, 2`,
  );
  return rows;
}

/** Triggers that are not enabled in the usual way. */
async function otherTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select t.tgrelid::regclass::text as on, t.tgname as name, t.tgenabled::text as state
      from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
      join pg_namespace as n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'O' and ${ours}`,
  );
  return rows;
}
