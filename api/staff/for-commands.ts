import type pg from 'pg';
import type { Database } from '#database/database.ts';
import { withClient } from '#database/open-client.ts';
import type { ChainStretch } from '#domain/staff/staff.ts';
import { exportAccount } from '../account/account-export.ts';
import { findAccount } from '../auth/accounts.ts';
import { readStretch } from './read-stretch.ts';

/** What `npm run staff` does. The log records it as done by a command. */
export async function appointFirstOwner(database: Database, email: string): Promise<boolean> {
  const asked = database.asService.query({
    text: 'select staff.appoint_first_owner($1)',
    values: [email],
  });
  return asked.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'SF411') return false;
      throw error;
    },
  );
}

/** In addition to an owner who cannot be reached by email. */
export async function appointAnotherOwner(database: Database, email: string) {
  await database.asService.query({
    text: 'select staff.appoint_another_owner($1)',
    values: [email],
  });
}

/** False if the address is not that of the only owner. */
export async function beginAgainAfterLostFactor(
  database: Database,
  email: string,
): Promise<boolean> {
  const { rows } = await database.asService.query<{ asked: string | null }>({
    text: 'select staff.lose_factor($1) as asked',
    values: [email],
  });
  return rows[0]?.asked != null;
}

/**
 * For a court, or for heirs: what the person's own export would contain, whatever they want. It is never available in
 * the browser, and only the database's owner can write the log entry, which is written once `keep` has the copy: the log
 * mentions none that does not exist. False if no account has the address.
 */
export async function copyAccount(
  {
    admin,
    siteUrl,
    ...tools
  }: Parameters<typeof exportAccount>[0] & { admin: pg.ClientConfig; siteUrl: string },
  email: string,
  keep: (copy: object) => void,
): Promise<boolean> {
  const account = await findAccount(tools.database.asService, 'email', email);
  if (!account) return false;
  keep(await exportAccount(tools, account, siteUrl));
  await withClient(admin, (client) =>
    client.query(
      `select staff.append('command', null, null, 'copy-account', 'person', $1, null, null, null)`,
      [account.id],
    ),
  );
  return true;
}

type Member = { email: string; role: string; appointed_at: Date; state: string };

export async function listMembers(database: Database): Promise<Member[]> {
  const { rows } = await database.asService.query<Member>({
    text: 'select email, role, appointed_at, state from staff.list_members()',
  });
  return rows;
}

type LogState = { entries: number; head: string | null; brokenAt: number | null };

/** Checks from the first entry to the last, in batches. */
export async function checkLog(database: Database): Promise<LogState> {
  const state: LogState = { entries: 0, head: null, brokenAt: null };
  for (let after: number | null = 0; after !== null; ) {
    const stretch = await readAfter(database, after);
    state.entries += stretch?.entries ?? 0;
    state.head = stretch?.head ?? state.head;
    state.brokenAt = stretch?.broken_at ?? null;
    after = state.brokenAt === null ? (stretch?.next ?? null) : null;
  }
  return state;
}

async function readAfter(database: Database, after: number): Promise<ChainStretch | undefined> {
  const { rows } = await database.asService.query<ChainStretch>(readStretch(after));
  return rows[0];
}
