import type pg from 'pg';
import { expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, asAdmin, bugs } = await openTestApi();
const automatic = await openTestApi({ auth: { settings: { confirmation: 'automatic' } } });

/** Somebody else’s sign-up has written the address down, and ends only once this one waits for it. */
async function whileAnother(
  api: Pick<typeof automatic, 'asAdmin'>,
  email: string,
  work: () => Promise<{ error: unknown }>,
): Promise<{ error: unknown }> {
  const answers: Promise<{ error: unknown }>[] = [];
  await api.asAdmin(async (client) => {
    await client.query('begin');
    await client.query(
      `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
        values (gen_random_uuid(), 'authenticated', 'authenticated', $1, '{}', now(), now())`,
      [email],
    );
    answers.push(work());
    await expect.poll(() => waiting(client), { timeout: 10_000 }).toBe(1);
    await client.query('commit');
  });
  return answers[0] ?? { error: 'Nothing was asked.' };
}

async function waiting(client: pg.Client): Promise<number> {
  // What the others do is otherwise told as it was when the transaction first asked.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

it('a second sign-up of one address looks like the first', async () => {
  const email = newEmail();
  const { error } = await whileAnother({ asAdmin }, email, () =>
    openBrowser(call).auth.signUp({ email, password: goodPassword }),
  );
  expect(error).toBeNull();
  expect(bugs).toEqual([]);
});

it('a second sign-up is told where a session would come at once', async () => {
  const email = newEmail();
  const { error } = await whileAnother(automatic, email, () =>
    openBrowser(automatic.call).auth.signUp({ email, password: goodPassword }),
  );
  expect(error).toMatchObject({ status: 422, code: 'user_already_exists' });
  expect(automatic.bugs).toEqual([]);
});

it('an administrator is told, and an invitation goes to the one who is there', async () => {
  const admin = openBrowser(call, { key: testKeys.secretKey }).auth.admin;
  const [made, invited, linked] = [newEmail(), newEmail(), newEmail()];
  const creating = await whileAnother({ asAdmin }, made, () => admin.createUser({ email: made }));
  expect(creating.error).toMatchObject({ status: 422, code: 'email_exists' });
  const inviting = await whileAnother({ asAdmin }, invited, () => admin.inviteUserByEmail(invited));
  expect(inviting.error).toBeNull();
  const linking = await whileAnother({ asAdmin }, linked, () =>
    admin.generateLink({ type: 'magiclink', email: linked }),
  );
  expect(linking.error).toMatchObject({ status: 422, code: 'email_exists' });
  expect(bugs).toEqual([]);
});
