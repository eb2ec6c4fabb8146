import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { describeEvent } from '#app/features/accounts/settings/describe-event.ts';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { confirmation, openAccountFunctions } from './fixture/open-account-functions.ts';

const { api, call, postJob } = await openAccountFunctions();
const functions = ['account-sessions', 'account-history', 'account-export', 'delete-account'];

/** A second device of the same person. */
async function signInElsewhere({ email }: Awaited<ReturnType<typeof signedInPerson>>) {
  const browser = openBrowser(api.call, { agent: 'Mozilla/5.0 (iPhone) Safari/605' });
  const { data, error } = await browser.auth.signInWithPassword({ email, password: goodPassword });
  if (error) throw error;
  return data.session;
}

describe('without an account', () => {
  test.each(functions)('%s answers 401 and says why', async (name) => {
    const { status, body } = await call(name, undefined, confirmation);
    expect(status).toBe(401);
    expect(body.error).toEqual(expect.any(String));
  });

  test.each(functions)('%s does not accept a session that has ended', async (name) => {
    const person = await signedInPerson(api.call);
    await person.browser.auth.signOut({ scope: 'global' });
    const { status } = await call(name, person, confirmation);
    expect(status).toBe(403);
  });

  test('only POST is accepted, and only for functions that exist', async () => {
    const { headers } = api.actors.anonymous;
    const got = await api.fetch('/functions/v1/account-sessions', { headers });
    expect(got.status).toBe(405);
    expect((await call('constructor', undefined)).status).toBe(404);
  });
});

describe('account-sessions', () => {
  test('lists the person’s own sessions, this one first, each with only a rough location', async () => {
    const person = await signedInPerson(api.call, { address: '203.0.113.77' });
    const over = decodeJwt((await signInElsewhere(person))?.access_token ?? '').session_id;
    await api.database.asService.query({
      text: 'update auth.sessions set not_after = now() where id = $1',
      values: [over],
    });
    await signInElsewhere(person);
    const { status, body } = await call('account-sessions', person);
    expect(status).toBe(200);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toMatchObject({
      is_current: true,
      device: 'Firefox on Linux',
      place: '203.0.113.0/24',
    });
    expect(body.sessions[1]).toMatchObject({ is_current: false, device: 'Safari on iPhone' });
  });

  test('ends one other session and leaves the rest alone', async () => {
    const person = await signedInPerson(api.call);
    const other = await signInElsewhere(person);
    const { body } = await call('account-sessions', person);
    const { id } = body.sessions.find((session: { is_current: boolean }) => !session.is_current);
    const { body: after } = await call('account-sessions', person, { end: id });
    expect(after.sessions).toHaveLength(1);
    const { events } = (await call('account-history', person)).body;
    expect(events[0]).toMatchObject({ action: 'logout', details: { scope: 'one' } });
    const { error } = await openBrowser(api.call).auth.refreshSession(other);
    expect(error?.code).toBe('refresh_token_not_found');
    expect((await person.browser.auth.getUser()).data.user?.id).toBe(person.user.id);
  });

  test('neither shows nor ends somebody else’s session', async () => {
    const [person, stranger] = await Promise.all([
      signedInPerson(api.call),
      signedInPerson(api.call),
    ]);
    const { body: own } = await call('account-sessions', person);
    const [{ id }] = own.sessions;
    const { status, body } = await call('account-sessions', stranger, { end: id });
    expect(status).toBe(200);
    expect(body.sessions.map((session: { id: string }) => session.id)).not.toContain(id);
    expect((await call('account-sessions', person)).body.sessions).toHaveLength(1);
  });

  test('refuses an invalid id', async () => {
    const person = await signedInPerson(api.call);
    const { status, body } = await call('account-sessions', person, { end: "x' or true --" });
    expect(status).toBe(400);
    expect(body.error).toContain('end');
  });
});

describe('account-history', () => {
  test('lists what happened, newest first, and nothing about anybody else', async () => {
    const person = await signedInPerson(api.call);
    const stranger = await signedInPerson(api.call);
    await person.browser.auth.updateUser({ password: 'another-horse-battery' });
    await person.browser.auth.refreshSession();
    const { body } = await call('account-history', person);
    const actions = body.events.map((event: { action: string }) => event.action);
    expect(actions).toEqual(['user_updated_password', 'login', 'user_signedup']);
    expect(body.events[0]).toMatchObject({ device: 'Firefox on Linux' });
    expect(JSON.stringify(body)).not.toContain(stranger.email);
    expect(body.has_more).toBe(false);
  });

  test('describes in words what somebody else may have done there', async () => {
    const person = await signedInPerson(api.call);
    await call('account-export', person);
    await person.browser.auth.updateUser({ email: newEmail() });
    await api.database.asService.query({
      text: `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
        values (gen_random_uuid(), json_build_object('actor_id', $1::text, 'action', 'login',
          'traits', json_build_object('method', 'passkey')), now() + interval '1 second', '')`,
      values: [person.user.id],
    });
    const { body } = await call('account-history', person);
    expect(body.events.slice(0, 3).map(describeEvent)).toEqual([
      'Signed in with a passkey',
      'Another email address requested',
      'A copy of the data was taken',
    ]);
  });

  test('is paged', async () => {
    const person = await signedInPerson(api.call);
    for (let count = 0; count < 20; count += 1) {
      await person.browser.auth.updateUser({ data: { count } });
    }
    const first = await call('account-history', person);
    expect(first.body.events).toHaveLength(20);
    expect(first.body.has_more).toBe(true);
    const { created_at: before, id: beforeId } = first.body.events[19];
    const second = await call('account-history', person, { before, beforeId });
    expect(second.body.events.length).toBeGreaterThan(0);
    expect(second.body.has_more).toBe(false);
  });

  test('starts after an entry, and refuses a cursor without a valid time', async () => {
    const person = await signedInPerson(api.call);
    for (const before of [
      'yesterday',
      '0000-01-01T00:00:00Z',
      '2026-02-31T00:00:00Z',
      // An offset that PostgreSQL rejects.
      '2026-02-28T00:00:00+23:59',
    ]) {
      expect((await call('account-history', person, { before })).status).toBe(400);
    }
  });

  test('skips no entry when a page ends between entries with the same timestamp', async () => {
    const person = await signedInPerson(api.call);
    await api.database.asService.query({
      text: `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
        select gen_random_uuid(), json_build_object('actor_id', $1::text, 'action', 'user_modified'),
          now() + n % 2 * interval '1 microsecond', '' from generate_series(1, 30) as n`,
      values: [person.user.id],
    });
    const seen = new Set<string>();
    for (let place: object | undefined = {}; place; ) {
      const { body } = await call('account-history', person, place);
      for (const { id } of body.events) seen.add(id);
      const last = body.events.at(-1);
      place = body.has_more ? { before: last.created_at, beforeId: last.id } : undefined;
    }
    expect(seen.size).toBe(32);
  });

  test('says that a second step which was only started was no more than that', async () => {
    const person = await signedInPerson(api.call);
    const { data } = await person.browser.auth.mfa.enroll({ factorType: 'totp' });
    const factorId = data?.id ?? '';
    await person.browser.auth.mfa.challenge({ factorId });
    await person.browser.auth.mfa.unenroll({ factorId });
    const { body } = await call('account-history', person);
    expect(body.events[1]).toMatchObject({ action: 'factor_in_progress' });
    expect(body.events[0]).toMatchObject({
      action: 'factor_deleted',
      details: { factor_status: 'unverified' },
    });
    expect(describeEvent(body.events[0])).toBe('Stopped adding a second step');
  });
});

describe('delete-account', () => {
  test('removes the person and everything of theirs, and their name from the log', async () => {
    const person = await signedInPerson(api.call);
    await postJob(person.user.id);
    const { status, body } = await call('delete-account', person, confirmation);
    expect([status, body]).toEqual([200, { deleted: true }]);
    const { rows } = await api.database.asService.query<{
      users: number;
      jobs: number;
      named: number;
    }>({
      text: `select (select count(*)::int from auth.users where id = $1) as users,
        (select count(*)::int from public.jobs where posted_by = $1) as jobs,
        (select count(*)::int from auth.audit_log_entries
          where payload::text like '%' || $2 || '%') as named`,
      values: [person.user.id, person.email],
    });
    expect(rows[0]).toEqual({ users: 0, jobs: 0, named: 0 });
    const { error } = await openBrowser(api.call).auth.signInWithPassword({
      email: person.email,
      password: goodPassword,
    });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('leaves everybody else alone', async () => {
    const [person, stranger] = await Promise.all([
      signedInPerson(api.call),
      signedInPerson(api.call),
    ]);
    await call('delete-account', person, confirmation);
    expect((await stranger.browser.auth.getUser()).data.user?.id).toBe(stranger.user.id);
  });

  test('requires the confirmation to be typed', async () => {
    const person = await signedInPerson(api.call);
    const { status } = await call('delete-account', person, { confirmation: 'yes' });
    expect(status).toBe(400);
    expect((await person.browser.auth.getUser()).error).toBeNull();
  });

  test('requires a recent sign-in', async () => {
    const person = await signedInPerson(api.call);
    await api.database.asService.query({
      text: `update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      values: [person.user.id],
    });
    const { status, body } = await call('delete-account', person, confirmation);
    expect([status, body.code]).toEqual([403, 'recent_sign_in_needed']);
  });

  test('does not count a second step as a sign-in: it may be what was stolen', async () => {
    const person = await signedInPerson(api.call);
    await api.database.asService.query({
      text: `with old as (
          update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'
          where session_id in (select id from auth.sessions where user_id = $1) returning session_id
        )
        insert into auth.mfa_amr_claims (session_id, authentication_method) select session_id, 'totp' from old`,
      values: [person.user.id],
    });
    const { status, body } = await call('delete-account', person, confirmation);
    expect([status, body.code]).toEqual([403, 'recent_sign_in_needed']);
  });

  test('notifies the address, which the record of emails does not keep', async () => {
    const person = await signedInPerson(api.call);
    await api.post.deliver();
    await call('delete-account', person, confirmation);
    const { subject, text } = await api.post.newestTo(person.email);
    expect(subject).toContain('Your account was deleted');
    expect(text).toContain('write to us at');
    await api.asAdmin(async (admin) => {
      const text = 'select kind from staff.mails where recipient = $1';
      expect((await admin.query(text, [person.email])).rows).toEqual([]);
    });
  });

  test('notifies only once, however many requests arrive at the same moment', async () => {
    const person = await signedInPerson(api.call);
    await api.post.deliver();
    await Promise.all(
      Array.from({ length: 5 }, () => call('delete-account', person, confirmation)),
    );
    const told = (await api.post.sentTo(person.email)).map(({ subject }) => subject);
    expect(told.filter((subject) => subject.includes('was deleted'))).toHaveLength(1);
  });

  test('leaves no membership behind that keeps being charged', async () => {
    const person = await signedInPerson(api.call);
    await api.database.asService.query({
      text: `insert into public.subscriptions (user_id, status, current_period_end)
        values ($1, 'active', now() + interval '10 days')`,
      values: [person.user.id],
    });
    const refused = await call('delete-account', person, confirmation);
    expect([refused.status, refused.body.code]).toEqual([409, 'membership_running']);
    await api.database.asService.query({
      text: 'update public.subscriptions set cancel_at_period_end = true where user_id = $1',
      values: [person.user.id],
    });
    expect((await call('delete-account', person, confirmation)).status).toBe(200);
    const former = await signedInPerson(api.call);
    await api.database.asService.query({
      text: `insert into public.subscriptions (user_id, status) values ($1, 'canceled')`,
      values: [former.user.id],
    });
    expect((await call('delete-account', former, confirmation)).status).toBe(200);
  });
});
