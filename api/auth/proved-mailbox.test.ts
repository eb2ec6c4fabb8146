import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, post, database, fetch } = await openTestApi({
  auth: { settings: { confirmation: 'automatic' } },
});

describe('the record of who proved a mailbox', () => {
  it('is written by links and codes, never by the setting, the secret key or an import', async () => {
    const email = newEmail();
    await openBrowser(call).auth.signUp({ email, password: goodPassword });
    expect(await isProved(email)).toBe(false);
    const made = newEmail();
    await fetch('/auth/v1/admin/users', {
      method: 'POST',
      headers: { apikey: testKeys.secretKey },
      body: JSON.stringify({ email: made, password: goodPassword, email_confirm: true }),
    });
    expect(await isProved(made)).toBe(false);
    const owner = openBrowser(call);
    await owner.auth.signInWithOtp({ email });
    const { code } = await post.newestTo(email);
    await owner.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(await isProved(email)).toBe(true);
    const { data } = await owner.auth.getUser();
    await fetch(`/auth/v1/admin/users/${data.user?.id}`, {
      method: 'PUT',
      headers: { apikey: testKeys.secretKey },
      body: JSON.stringify({ email: newEmail(), email_confirm: true }),
    });
    expect(await isProved(data.user?.id ?? '')).toBe(false);
  });

  it('comes with an address, stays with it, and ends with it, as what was set aside ends with the password', async () => {
    const { data } = await openBrowser(call).auth.signUp({
      email: newEmail(),
      password: goodPassword,
    });
    const id = data.user?.id ?? '';
    const [email, phone] = [newEmail(), '15551230177'];
    await database.asService.query({
      text: `with aside as (insert into auth.set_aside (user_id, flow_id, kept) values ($1, $1, '{}'))
        update auth.users set email = $2, phone = $3, email_proved_at = now(), phone_proved_at = now(),
          cleared_at = now() where id = $1`,
      values: [id, email, phone],
    });
    const facts = async () => {
      const { rows } = await database.asService.query({
        text: `select email_proved_at is not null as email, phone_proved_at is not null as phone,
            cleared_at is not null as is_cleared,
            exists (select from auth.set_aside where user_id = $1) as is_aside
          from auth.users where id = $1`,
        values: [id],
      });
      return rows[0];
    };
    const change = (body: object) =>
      fetch(`/auth/v1/admin/users/${id}`, {
        method: 'PUT',
        headers: { apikey: testKeys.secretKey },
        body: JSON.stringify(body),
      });
    const kept = { email: true, phone: true, is_cleared: true, is_aside: true };
    await change({ email, phone });
    expect(await facts()).toEqual(kept);
    await change({ email: newEmail() });
    expect(await facts()).toEqual({ ...kept, email: false });
    await change({ phone: '15551230178' });
    expect(await facts()).toEqual({ ...kept, email: false, phone: false });
    await change({ password: `${goodPassword}!` });
    expect(await facts()).toEqual({
      email: false,
      phone: false,
      is_cleared: false,
      is_aside: false,
    });
  });

  it('can be written where the setting confirmed the address, and keeps what the same browser set', async () => {
    const email = newEmail();
    const owner = openBrowser(call);
    await owner.auth.signUp({ email, password: goodPassword });
    expect((await owner.auth.resend({ type: 'signup', email })).error).toBeNull();
    const { code } = await post.newestTo(email);
    const { data } = await owner.auth.getSession();
    const proof = await fetch('/auth/v1/verify', {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ email, token: code, type: 'signup' }),
    });
    expect(proof.status).toBe(200);
    expect(await isProved(email)).toBe(true);
    const again = await openBrowser(call).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(again.error).toBeNull();
  });
});

async function isProved(person: string) {
  const { rows } = await database.asService.query<{ is_proved: boolean }>({
    text: `select auth.has_proved_mailbox(id) as is_proved from auth.users
      where email = $1 or id::text = $1`,
    values: [person],
  });
  return rows[0]?.is_proved;
}
