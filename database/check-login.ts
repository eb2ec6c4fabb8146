import type pg from 'pg';
import { withClient } from './open-client.ts';
import { StartError } from './start-error.ts';

type Facts = { name: string; faults: string[] };

/** Row-level security depends on the login role. The start refuses one that could bypass it. */
export async function checkLogin(login: pg.ClientConfig): Promise<void> {
  const { name, faults } = await withClient(login, async (client) => {
    const { rows } = await client.query<Facts>(question);
    return rows[0] ?? { name: 'nobody', faults: ['it is unknown to the server'] };
  });
  if (name !== login.user) {
    throw new StartError(
      `The site should log in as "${login.user}" and is "${name}" to the database. Let DATABASE_URL lead to PostgreSQL itself, not to a proxy that logs in for others.`,
    );
  }
  if (faults.length === 0) return;
  throw new StartError(
    `The role "${name}", as which the site logs in, could do more than it should: ${faults.join('; ')}. Take that from it, or drop the role, then start again.`,
  );
}

const question = `
  select session_user as name, array_remove(array[
    case when rolsuper then 'it is a superuser' end,
    case when rolbypassrls then 'it passes row-level security by' end,
    case when rolcreaterole then 'it makes roles' end,
    case when rolcreatedb then 'it makes databases' end,
    case when rolreplication then 'it copies the whole server' end,
    case when exists (select from pg_class where relowner = me.oid)
      or exists (select from pg_proc where proowner = me.oid)
      or exists (select from pg_namespace where nspowner = me.oid)
      or exists (select from pg_database where datdba = me.oid) then 'it owns something' end,
    (select 'it may become ' || string_agg(other.rolname, ', ' order by other.rolname)
      from pg_roles other
      where other.oid <> me.oid and other.rolname not in ('anon', 'authenticated', 'service_role')
        and not me.rolsuper and pg_has_role(me.oid, other.oid, 'member'))
  ], null) as faults
  from pg_roles me where rolname = session_user`;
