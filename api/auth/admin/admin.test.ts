import type { User } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  pressButton,
  signedInPerson,
} from '#test/support/people.ts';
import { addApp } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, post, database, fetch } = await openTestApi();
const { admin } = openBrowser(call, { key: testKeys.secretKey }).auth;

describe('administrators', () => {
  it('create, read, list, change and delete people', async () => {
    const email = newEmail();
    const made = await admin.createUser({
      email,
      password: goodPassword,
      email_confirm: true,
      user_metadata: { full_name: 'Ada Sample' },
      app_metadata: { plan: 'member' },
    });
    expect(made.error).toBeNull();
    const id = made.data.user?.id ?? '';
    expect(made.data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'Ada Sample', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'member' },
    });
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    const list = await admin.listUsers({ page: 1, perPage: 2 });
    expect(list.data.users.map((user) => user.id)).toContain(id);
    const changed = await admin.updateUserById(id, {
      email: `new-${email}`,
      app_metadata: { plan: null, level: 2 },
    });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({
      email: `new-${email}`,
      app_metadata: { provider: 'email', level: 2 },
    });
    expect(changed.data.user?.app_metadata).not.toHaveProperty('plan');
    const identityOf = (user: User | null) =>
      user?.identities?.map(({ provider, identity_data }) => ({ provider, ...identity_data }));
    expect(identityOf(changed.data.user)).toMatchObject([
      { provider: 'email', sub: id, email: `new-${email}`, email_verified: false },
    ]);
    const confirmed = await admin.updateUserById(id, { email: newEmail(), email_confirm: true });
    expect(identityOf(confirmed.data.user)).toMatchObject([
      { email: confirmed.data.user?.email, email_verified: true },
    ]);
    const reachable = await admin.updateUserById(id, { phone: '+15551239876' });
    expect(identityOf(reachable.data.user)).toMatchObject([
      { email: confirmed.data.user?.email, email_verified: true },
      { provider: 'phone', phone: '15551239876', phone_verified: false },
    ]);
    expect(reachable.data.user?.app_metadata.providers).toEqual(['email', 'phone']);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
  });

  it('page through all people', async () => {
    for (let made = 0; made < 3; made += 1) await admin.createUser({ email: newEmail() });
    const { data } = await admin.listUsers({ page: 1, perPage: 1 });
    expect(data.users).toHaveLength(1);
    expect(data).toMatchObject({ nextPage: 2, total: expect.any(Number) });
    expect((data as { total: number }).total).toBeGreaterThanOrEqual(3);
  });

  it('store metadata exactly as given', async () => {
    const given = { full_name: 'Ada Sample', plan: { seats: 3 } };
    const [created, invited, linked] = [newEmail(), newEmail(), newEmail()];
    const made = await admin.createUser({ email: created, user_metadata: given });
    expect(made.data.user?.user_metadata).toEqual(given);
    const changed = await admin.updateUserById(made.data.user?.id ?? '', {
      user_metadata: { plan: null, city: 'Oslo' },
    });
    expect(changed.data.user?.user_metadata).toEqual({ full_name: 'Ada Sample', city: 'Oslo' });
    const guest = await admin.inviteUserByEmail(invited, { data: given });
    expect(guest.data.user?.user_metadata).toEqual(given);
    const link = { type: 'magiclink', email: linked, options: { data: given } } as const;
    expect((await admin.generateLink(link)).data.user?.user_metadata).toEqual(given);
    const confirmed = await admin.createUser({
      email: newEmail(),
      email_confirm: true,
      user_metadata: given,
    });
    expect(confirmed.data.user?.user_metadata).toEqual({ ...given, email_verified: true });
  });

  it('find people by address or name, newest or oldest first', async () => {
    const mark = crypto.randomUUID();
    for (const about of [{ email: `${mark}@first.example` }, { email: newEmail() }]) {
      await admin.createUser({ ...about, user_metadata: { full_name: `Person ${mark}` } });
    }
    const ask = async (query: string) => {
      const answer = await fetch(`/auth/v1/admin/users?${query}`, {
        headers: { apikey: testKeys.secretKey },
      });
      return { answer, body: await answer.json() };
    };
    const byAddress = await ask(`filter=${mark}@first`);
    expect(byAddress.body.users).toHaveLength(1);
    expect(byAddress.answer.headers.get('x-total-count')).toBe('1');
    // A character that no text in the database can contain does not break the search.
    expect((await ask(`filter=${mark}%00@first`)).body.users).toHaveLength(1);
    const nobody = await ask(`filter=${mark}x`);
    expect(nobody.answer.headers.get('x-total-count')).toBe('0');
    const last = `</auth/v1/admin/users?page=0&filter=${mark}x>; rel="last"`;
    expect(nobody.answer.headers.get('link')).toBe(last);
    const newest = await ask(`filter=PERSON ${mark}&per_page=1`);
    expect(newest.body.users[0].email).not.toContain(mark);
    expect(newest.answer.headers.get('link')).toContain(`page=2&per_page=1&filter=PERSON+${mark}`);
    const oldest = await ask(`filter=${mark}&sort=created_at asc`);
    expect(oldest.body.users[0].email).toContain(mark);
    const wrong = await ask('sort=email');
    expect([wrong.answer.status, wrong.body.error_code]).toEqual([400, 'validation_failed']);
    expect(wrong.body.msg).toContain('Bad Sort Parameters');
  });

  it('are told which address is taken', async () => {
    const { email } = await signedInPerson(call);
    const { error } = await admin.createUser({ email });
    const taken = { status: 422, code: 'email_exists' };
    expect(error).toMatchObject(taken);
    const type = 'email_change_new';
    const other = await signedInPerson(call);
    const link = await admin.generateLink({ type, email: other.email, newEmail: email });
    expect(link.error).toMatchObject(taken);
  });

  it('ban a person, which ends their sessions, and let them in again', async () => {
    const { browser, email, user } = await signedInPerson(call);
    await admin.updateUserById(user.id, { ban_duration: '24h' });
    expect((await browser.auth.getUser()).error).not.toBeNull();
    const tried = await openBrowser(call).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(tried.error).toMatchObject({ code: 'user_banned' });
    await admin.updateUserById(user.id, { ban_duration: 'none' });
    const again = await openBrowser(call).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(again.error).toBeNull();
  });

  it('delete a person softly: the row stays without any personal data, and nobody else loses anything', async () => {
    const { browser, email, user } = await signedInPerson(call);
    const other = await signedInPerson(call);
    for (const each of [browser, other.browser]) await addApp(each);
    for (const each of [email, other.email]) {
      await admin.generateLink({ type: 'recovery', email: each });
    }
    await database.asService.query({
      text: `with key as (
          insert into auth.webauthn_credentials (user_id, credential_id, public_key)
          select id, uuid_send(id), '' from auth.users where id = any ($1)
        )
        insert into auth.set_aside (user_id, flow_id, kept)
        select id, id, '{}' from auth.users where id = any ($1)`,
      values: [[user.id, other.user.id]],
    });
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    const { rows } = await database.asService.query<{ email: string; raw_user_meta_data: object }>({
      text: 'select email, raw_user_meta_data from auth.users where id = $1',
      values: [user.id],
    });
    expect(rows[0]?.email).not.toContain('@');
    expect(rows[0]?.raw_user_meta_data).toEqual({});
    const tables =
      'sessions mfa_factors webauthn_credentials one_time_tokens known_devices set_aside identities';
    for (const table of tables.split(' ')) {
      const left = await database.asService.query<{ user_id: string }>({
        text: `select distinct user_id from auth.${table} where user_id = any ($1)`,
        values: [[user.id, other.user.id]],
      });
      expect(left.rows, table).toEqual([{ user_id: other.user.id }]);
    }
    const again = await openBrowser(call).auth.signUp({ email, password: goodPassword });
    expect(again.data.user?.email).toBe(email);
  });

  it('find softly deleted people, and can remove their rows too', async () => {
    const { user } = await signedInPerson(call);
    for (let time = 0; time < 2; time += 1) {
      expect((await admin.deleteUser(user.id, true)).error).toBeNull();
      const { data } = await admin.getUserById(user.id);
      expect(data.user).toMatchObject({ id: user.id, deleted_at: expect.any(String) });
    }
    const { data } = await admin.listUsers({ page: 1, perPage: 10_000 });
    expect(data.users.map(({ id }) => id)).toContain(user.id);
    expect((await admin.updateUserById(user.id, { ban_duration: '1h' })).error?.status).toBe(404);
    expect((await admin.deleteUser(user.id)).error).toBeNull();
    expect((await admin.deleteUser(user.id)).error?.status).toBe(404);
  });

  it('import people with bcrypt hashes, which become argon2id at the next sign-in', async () => {
    const email = newEmail();
    const { hash } = await import('@node-rs/bcrypt');
    await admin.createUser({
      email,
      password_hash: await hash(goodPassword, { cost: 4 }),
      email_confirm: true,
    });
    const wrong = await openBrowser(call).auth.signInWithPassword({ email, password: 'wrong' });
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials' });
    for (let time = 0; time < 2; time += 1) {
      const { error } = await openBrowser(call).auth.signInWithPassword({
        email,
        password: goodPassword,
      });
      expect(error).toBeNull();
      const { rows } = await database.asService.query<{ encrypted_password: string }>({
        text: 'select encrypted_password from auth.users where email = $1',
        values: [email],
      });
      expect(rows[0]?.encrypted_password).toMatch(/^\$argon2id\$/);
    }
  });

  it('cannot import anybody with an invalid hash', async () => {
    const { hash } = await import('@node-rs/argon2');
    const right = await hash(goodPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const tried = [];
    for (const password_hash of [right, goodPassword, '$2b$10$short', '$argon2id$v=19$short']) {
      const { error } = await admin.createUser({ email: newEmail(), password_hash });
      tried.push(error?.code);
    }
    expect(tried).toEqual([undefined, ...Array(3).fill('validation_failed')]);
  });

  it('invite somebody, who signs in with the link', async () => {
    const email = newEmail();
    const { data, error } = await admin.inviteUserByEmail(email, {
      data: { full_name: 'Guest' },
      redirectTo: 'http://site.test/welcome',
    });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeTruthy();
    const { link, subject } = await post.newestTo(email);
    expect(subject).toContain('You are invited');
    const target = await pressButton(call, link);
    expect(target.pathname).toBe('/welcome');
    expect(target.hash).toContain('type=invite');
    const again = await admin.inviteUserByEmail(email);
    expect(again.error).toMatchObject({ code: 'email_exists' });
  });

  for (const type of ['magiclink', 'recovery'] as const) {
    it(`create a link of type ${type} without sending it`, async () => {
      const { email } = await signedInPerson(call);
      await post.deliver();
      const { data, error } = await admin.generateLink({ type, email });
      expect(error).toBeNull();
      expect(data.properties).toMatchObject({
        verification_type: type,
        redirect_to: expect.any(String),
      });
      const sent = (await post.sentTo(email)).map(({ subject }) => subject);
      expect(sent.filter((subject) => /sign-in link|Reset/.test(subject))).toEqual([]);
      const browser = openBrowser(call);
      const { error: refused } = await browser.auth.verifyOtp({
        email,
        token: data.properties?.email_otp ?? '',
        type,
      });
      expect(refused).toBeNull();
    });
  }

  it('create a sign-up link and both links of an email change', async () => {
    const email = newEmail();
    const signUp = await admin.generateLink({ type: 'signup', email, password: goodPassword });
    const typed = { password: goodPassword };
    const link = signUp.data.properties?.action_link ?? '';
    expect((await pressButton(call, link, typed)).hash).toContain('type=signup');
    const newEmailAddress = newEmail();
    const links = [];
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data, error } = await admin.generateLink({ type, email, newEmail: newEmailAddress });
      expect(error).toBeNull();
      links.push(data.properties?.action_link ?? '');
    }
    for (const each of links) await pressButton(call, each, typed);
    const { error } = await openBrowser(call).auth.signInWithPassword({
      email: newEmailAddress,
      password: goodPassword,
    });
    expect(error).toBeNull();
  });

  it('sign another person out', async () => {
    const { browser, session } = await signedInPerson(call);
    expect((await admin.signOut(session.access_token, 'global')).error).toBeNull();
    expect((await browser.auth.getUser()).error).not.toBeNull();
  });
});

describe('everybody else', () => {
  it('is refused on all admin routes', async () => {
    const { session, user } = await signedInPerson(call);
    const addresses = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${user.id}`],
      ['PUT', `/admin/users/${user.id}`],
      ['DELETE', `/admin/users/${user.id}`],
      ['GET', `/admin/users/${user.id}/factors`],
      ['PUT', `/admin/users/${user.id}/factors/${user.id}`],
      ['DELETE', `/admin/users/${user.id}/factors/${user.id}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ] as const;
    for (const [method, path] of addresses) {
      for (const token of [undefined, testKeys.publishableKey, session.access_token]) {
        const answer = await call(
          new Request(`http://site.test/auth/v1${path}`, {
            method,
            headers: {
              apikey: testKeys.publishableKey,
              ...(token ? { authorization: `Bearer ${token}` } : {}),
            },
            ...(method === 'GET' ? {} : { body: '{}' }),
          }),
        );
        expect(await answer.json(), `${method} ${path}`).toEqual({
          code: 403,
          error_code: 'not_admin',
          msg: 'User not allowed',
        });
      }
    }
  });
});
