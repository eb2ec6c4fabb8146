import { describe, expect, it, vi } from 'vitest';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, database } = await openTestApi();

describe('a sign-in concurrent with a change to its account', () => {
  const changes = [
    ['the password was taken away', 'encrypted_password = null', 'invalid_credentials'],
    ['the address became another', `email = '${newEmail()}'`, 'invalid_credentials'],
    ['the account was closed', 'deleted_at = now()', 'invalid_credentials'],
    ['the person was banned', `banned_until = now() + interval '1 day'`, 'user_banned'],
  ] as const;

  it.each(changes)('waits for it, and opens nothing when %s', async (_what, change, code) => {
    const { email, user } = await signedInPerson(call);
    const entered = await database.asService.transaction(async (session) => {
      // Its password is still correct when it is checked.
      await session.query({
        text: `update auth.users set ${change} where id = $1`,
        values: [user.id],
      });
      const entering = openBrowser(call).auth.signInWithPassword({ email, password: goodPassword });
      await vi.waitUntil(async () => {
        // Otherwise the statistics stay as they were when the transaction first read them.
        await session.query({ text: 'select pg_stat_clear_snapshot()' });
        const { rowCount } = await session.query({
          text: `select from pg_locks as l join pg_stat_activity as a using (pid)
            where not l.granted and a.datname = current_database()`,
        });
        return rowCount > 0;
      }, 10_000);
      return { entering };
    });
    const { error } = await entered.entering;
    expect(error).toMatchObject({ code });
    const { rows } = await database.asService.query<{ count: number }>({
      text: 'select count(*)::int as count from auth.sessions where user_id = $1',
      values: [user.id],
    });
    expect(rows[0]?.count).toBe(1);
  });
});
