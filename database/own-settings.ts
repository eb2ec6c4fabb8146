import pg from 'pg';

/**
 * How values are written is for a server's administrator to say, and our code reads one way: of `27.11.2026 09:00`, as a
 * German server has it, the driver makes no date, and a ban until then would be none. So the site's roles bring their
 * own settings, which hold behind a pooler too.
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
  default_transaction_read_only: 'off',
  default_text_search_config: 'pg_catalog.english',
};

const changes = Object.entries(ownSettings).map(
  ([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`,
);

/** For a connection that was opened before its role had them. */
export const useOwnSettings = changes.join('; ');

/** The login is this database's alone; its owner may own others. */
export async function keepOwnSettings(client: pg.Client, login: string): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    "select format('%I in database %I', current_user, current_database()) as owner",
  );
  const roles = [pg.escapeIdentifier(login), ...rows.map(({ owner }) => owner)];
  await client.query(
    roles.flatMap((role) => changes.map((change) => `alter role ${role} ${change}`)).join('; '),
  );
}
