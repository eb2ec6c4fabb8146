import { readFileSync } from 'node:fs';
import { hash } from '@node-rs/bcrypt';
import { expect, it } from 'vitest';
import { goodPassword, openBrowser } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, asAdmin, post } = await openTestApi();

/** What docs/auth.md says to run after the rows are copied and before people can sign in. */
function afterwards(): string[] {
  const told = readFileSync(new URL('../../docs/auth.md', import.meta.url), 'utf8');
  const part = told.slice(
    told.indexOf('## Bringing accounts over'),
    told.indexOf('## Where it differs'),
  );
  return [...part.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text = '']) => text);
}

it('imports people, with unusual addresses and sessions, as the guide says', async () => {
  const [user, session] = [crypto.randomUUID(), crypto.randomUUID()];
  await asAdmin(async (client) => {
    await client.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
          raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
        values ($1, 'authenticated', 'authenticated', 'Odd!Name..x@Localhost', $2, now(), '{}', '{}',
          now() - interval '1 day', now())`,
      [user, await hash(goodPassword, { cost: 4 })],
    );
    await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, user]);
    for (const [id, token, parent, revoked] of [
      [1, 'first-token', null, true],
      [2, 'second-token', 'first-token', false],
    ]) {
      await client.query(
        `insert into auth.refresh_tokens (id, token, parent, user_id, session_id, revoked)
          values ($1, $2, $3, $4, $5, $6)`,
        [id, token, parent, user, session, revoked],
      );
    }
    for (const text of afterwards()) await client.query(text);
    const { rows } = await client.query('select token, parent from auth.refresh_tokens');
    expect(JSON.stringify(rows)).not.toContain('-token');
  });
  const refreshed = await openBrowser(call).auth.refreshSession({ refresh_token: 'second-token' });
  expect(refreshed.error).toBeNull();
  const browser = openBrowser(call);
  const email = 'odd!name..x@localhost';
  const signedIn = await browser.auth.signInWithPassword({ email, password: goodPassword });
  expect(signedIn.error).toBeNull();
  expect(signedIn.data.user?.id).toBe(user);
  expect((await browser.auth.resetPasswordForEmail(email)).error).toBeNull();
  const { code: token } = await post.newestTo(email);
  const recovered = await openBrowser(call).auth.verifyOtp({ email, token, type: 'recovery' });
  expect(recovered.error).toBeNull();
});
