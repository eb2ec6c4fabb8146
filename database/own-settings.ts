import pg from 'pg';
import { withClient } from './open-client.ts';
import { StartError } from './start-error.ts';

/**
 * How values are written is up to a server's administrator, but our code reads one format: the
 * driver makes no date of `27.11.2026 09:00`, as a German server writes it, and a ban until then
 * would be no ban. So the site's roles carry their own settings, which also apply behind a pooler.
 * Whether writes are allowed remains the server's decision: some block them before the disk is
 * full.
 */
const ownSettings = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  quote_all_identifiers: 'off',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
};

const change = (name: string, value: string) => `set ${name} = ${pg.escapeLiteral(value)}`;

/** For a connection that was opened before its role had them. */
export const useOwnSettings = Object.entries(ownSettings)
  .map(([name, value]) => change(name, value))
  .join('; ');

type Change = { place: string; name: string; value: string };

/**
 * The login belongs to this database alone, but its owner may own others. Existing settings are not
 * written again. If the owner may no longer alter roles, that only matters where the server's
 * settings differ.
 */
export async function keepOwnSettings(client: pg.Client, login: pg.ClientConfig): Promise<void> {
  const { rows } = await client.query<Change & { is_owner: boolean }>(
    `select whose.is_owner, format('%I', whose.role) || whose.place as place, own.name, own.value
      from (values (false, $1::name, 0::oid, ''),
          (true, current_user, (select oid from pg_database where datname = current_database()),
            format(' in database %I', current_database()))) as whose (is_owner, role, database, place)
        cross join jsonb_each_text($2) as own (name, value)
      where not exists (select from pg_db_role_setting as s, unnest(s.setconfig) as kept
        where s.setrole = quote_ident(whose.role)::regrole and s.setdatabase = whose.database
          and lower(split_part(kept, '=', 1)) = own.name and substr(kept, strpos(kept, '=') + 1) = own.value)`,
    [login.user, JSON.stringify(ownSettings)],
  );
  if (rows.length === 0) return;
  await client.query(written(rows.filter((row) => row.is_owner)));
  const ofLogin = rows.filter((row) => !row.is_owner);
  try {
    await client.query(written(ofLogin));
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const others = await withClient(login, saidOtherwise);
    const lacking = ofLogin.filter(({ name }) => others.has(name));
    if (lacking.length === 0) return;
    throw new StartError(
      `The server writes values in another way than the site reads them, and the user of the database may not change the role as which the site logs in. As a superuser: ${written(lacking)}.`,
      { cause: error },
    );
  }
}

const written = (changes: Change[]) =>
  changes.map(({ place, name, value }) => `alter role ${place} ${change(name, value)}`).join('; ');

/** UTC goes by several names. */
async function saidOtherwise(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select name from jsonb_each_text($1) as own (name, value)
      where regexp_replace(current_setting(name), '^(Etc/UTC|Etc/GMT|GMT)$', 'UTC') <> value`,
    [JSON.stringify(ownSettings)],
  );
  return new Set(rows.map(({ name }) => name));
}
