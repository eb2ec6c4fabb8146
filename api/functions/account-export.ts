import type { Session } from '#database/database.ts';
import { type Account, describeAccount } from '../auth/accounts.ts';
import { requireFullSession } from '../auth/require-session.ts';
import { readHistory } from './account-history.ts';
import type { ServerFunction } from './context.ts';

/** Everything that is kept about the person, in one piece. Secrets of factors are not among it. */
export const accountExport: ServerFunction = async (functions, { caller }) => {
  const { account } = await requireFullSession(functions, { caller });
  return functions.database.transaction(async (session) => ({
    exported_at: new Date().toISOString(),
    account: describeAccount(account),
    sessions: await readOwn(
      session,
      account,
      `select id, created_at, refreshed_at, user_agent, host(ip) as ip, aal from auth.sessions
        where user_id = $1 order by created_at`,
    ),
    history: await readHistory(session, account.id, 10_000),
    ...(await readTables(session, account)),
  }));
};

/**
 * Rows of the product's tables, found through the keys that point at the account, so that a table
 * which is added later is in the export without being named here. A key whose row belongs to somebody
 * else says so in its comment.
 */
async function readTables(session: Session, account: Account): Promise<Record<string, object[]>> {
  const { rows: keys } = await session.query<{ table: string; condition: string }>({
    name: 'tables-about-people',
    text: `select format('%I.%I', n.nspname, t.relname) as table,
        string_agg(distinct format('%I = $1', a.attname), ' or ') as condition
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid = 'auth.users'::regclass and n.nspname = 'public'
        and coalesce(col_description(t.oid, a.attnum), '') not like 'not exported%'
      group by n.nspname, t.relname order by t.relname`,
  });
  const tables: Record<string, object[]> = {};
  for (const { table, condition } of keys) {
    // Both come from the catalogue, quoted by format(); the person is a parameter.
    const text = `select to_jsonb(t) as row from ${table} t where ${condition}`;
    const rows = await readOwn<{ row: object }>(session, account, text);
    tables[table.replace(/^public\./, '')] = rows.map(({ row }) => row);
  }
  return tables;
}

async function readOwn<Row>(session: Session, { id }: Account, text: string): Promise<Row[]> {
  const { rows } = await session.query<Row>({ text, values: [id] });
  return rows;
}
