import { describe, expect, it, vi } from 'vitest';
import { goodPassword, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { sha256 } from '../../secrets.ts';
import { cleanAuth } from '../clean-auth.ts';

const { call, post, database, fetch } = await openTestApi();

describe('sessions', () => {
  it('report their events in the order that the client promises', async () => {
    const { browser, email } = await signedInPerson(call);
    await browser.auth.signOut();
    const events: string[] = [];
    browser.auth.onAuthStateChange((event) => {
      events.push(event);
    });
    await browser.auth.getSession();
    await browser.auth.signInWithPassword({ email, password: goodPassword });
    await browser.auth.refreshSession();
    await browser.auth.updateUser({ data: { full_name: 'Ada Sample' } });
    await browser.auth.signOut();
    expect(events).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'SIGNED_OUT',
    ]);
  });

  it('rotate their refresh token and store only its hash', async () => {
    const { browser, session } = await signedInPerson(call);
    const { data } = await browser.auth.refreshSession();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.session?.access_token).not.toBe(session.access_token);
    const { rows } = await database.asService.query<{ token: string; revoked: boolean }>({
      text: 'select token, revoked from auth.refresh_tokens where token = any ($1) order by id',
      values: [[session.refresh_token, data.session?.refresh_token].flatMap(withHash)],
    });
    expect(rows).toEqual([
      { token: sha256(session.refresh_token), revoked: true },
      { token: sha256(data.session?.refresh_token ?? ''), revoked: false },
    ]);
  });

  it('give two tabs that refresh at once the same next token', async () => {
    const { session } = await signedInPerson(call);
    const tabs = [openBrowser(call), openBrowser(call), openBrowser(call)];
    const answers = await Promise.all(
      tabs.map((tab) => tab.auth.refreshSession({ refresh_token: session.refresh_token })),
    );
    expect(answers.map(({ error }) => error)).toEqual([null, null, null]);
    expect(new Set(answers.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
    const next = { refresh_token: answers[0]?.data.session?.refresh_token ?? '' };
    expect((await tabs[0]?.auth.refreshSession(next))?.error).toBeNull();
  });

  it('give a tab that is two refreshes behind the newest token', async () => {
    const { browser, session } = await signedInPerson(call);
    await browser.auth.refreshSession();
    const newest = await browser.auth.refreshSession();
    const late = await openBrowser(call).auth.refreshSession({
      refresh_token: session.refresh_token,
    });
    expect(late.data.session?.refresh_token).toBe(newest.data.session?.refresh_token);
  });

  it('continue with the previous token if the answer got lost, however late', async () => {
    const { browser, session } = await signedInPerson(call);
    const lost = await browser.auth.refreshSession();
    await makeOld(session.refresh_token);
    const again = await openBrowser(call).auth.refreshSession({
      refresh_token: session.refresh_token,
    });
    expect(again.error).toBeNull();
    expect(again.data.session?.refresh_token).toBe(lost.data.session?.refresh_token);
    expect((await browser.auth.refreshSession()).error).toBeNull();
  });

  it('end when a token is replayed whose successor has been used, and notify the person', async () => {
    const { browser, email, session } = await signedInPerson(call);
    await browser.auth.refreshSession();
    await browser.auth.refreshSession();
    await makeOld(session.refresh_token);
    const thief = openBrowser(call);
    const replay = await thief.auth.refreshSession({ refresh_token: session.refresh_token });
    expect(replay.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    const own = await browser.auth.refreshSession();
    expect(own.error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await post.newestTo(email)).subject).toContain('A session was ended');
  });

  it('refuse an unknown refresh token', async () => {
    const { error } = await openBrowser(call).auth.refreshSession({ refresh_token: 'unknown' });
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  });

  it('end here, elsewhere or everywhere', async () => {
    const { browser, email } = await signedInPerson(call);
    const other = openBrowser(call);
    const third = openBrowser(call);
    for (const tab of [other, third]) {
      await tab.auth.signInWithPassword({ email, password: goodPassword });
    }
    expect((await third.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await other.auth.getUser()).error).toBeNull();
    expect((await browser.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await browser.auth.getUser()).error).toBeNull();
    const { data } = await browser.auth.getSession();
    await browser.auth.signOut({ scope: 'global' });
    const after = await browser.auth.getUser(data.session?.access_token);
    expect(after.error?.name).toBe('AuthSessionMissingError');
  });

  it('notify their owner of a sign-in from a new device, only once', async () => {
    const { email } = await signedInPerson(call);
    const phone = openBrowser(call, {
      agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
    });
    await phone.auth.signInWithPassword({ email, password: goodPassword });
    await phone.auth.signInWithPassword({ email, password: goodPassword });
    const notices = (await post.sentTo(email)).filter(({ subject }) =>
      subject.includes('New sign-in'),
    );
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('Safari on iPhone');
  });

  it('are listed for their owner, who can end one', async () => {
    const { browser, email, session } = await signedInPerson(call);
    const other = openBrowser(call, { address: '203.0.113.9' });
    await other.auth.signInWithPassword({ email, password: goodPassword });
    const ask = (path: string, method = 'GET') =>
      fetch(`/auth/v1/user/${path}`, {
        method,
        headers: { authorization: `Bearer ${session.access_token}` },
      });
    const { sessions } = await (await ask('sessions')).json();
    expect(sessions).toMatchObject([
      { is_current: false, device: 'Firefox on Linux', ip: '203.0.113.9', aal: 'aal1' },
      { is_current: true },
    ]);
    expect((await ask(`sessions/${sessions[0].id}`, 'DELETE')).status).toBe(200);
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await browser.auth.getUser()).error).toBeNull();
    const { events } = await (await ask('events')).json();
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      'logout',
      'login',
      'login',
      'user_signedup',
    ]);
  });

  it('continue after an import from Supabase, which stores tokens readably', async () => {
    const { user } = await signedInPerson(call);
    const sessionId = crypto.randomUUID();
    await database.asService.query({
      text: `with s as (insert into auth.sessions (id, user_id) values ($1, $2))
        insert into auth.refresh_tokens (token, user_id, session_id) values ('sbrt_old', $2, $1)`,
      values: [sessionId, user.id],
    });
    await database.asService.query({
      text: `update auth.refresh_tokens
        set token = encode(sha256(convert_to(token, 'utf8')), 'hex') where length(token) < 64`,
    });
    const { data, error } = await openBrowser(call).auth.refreshSession({
      refresh_token: 'sbrt_old',
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.id);
  });

  it('leave nothing behind when they and their tokens have expired', async () => {
    const { browser, session } = await signedInPerson(call);
    await browser.auth.refreshSession();
    await database.asService.query({
      text: "update auth.refresh_tokens set updated_at = now() - interval '31 days' where token = $1",
      values: [sha256(session.refresh_token)],
    });
    await cleanAuth(database);
    const { rowCount } = await database.asService.query({
      text: 'select from auth.refresh_tokens where token = $1',
      values: [sha256(session.refresh_token)],
    });
    expect(rowCount).toBe(0);
    expect((await browser.auth.refreshSession()).error).toBeNull();
  });

  it('continue after January 2038, when seconds since 1970 no longer fit into 32 bits', async () => {
    const { browser, user } = await signedInPerson(call);
    await database.asService.query({
      text: `update auth.mfa_amr_claims set updated_at = '2038-01-20 12:00Z'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      values: [user.id],
    });
    const { data, error } = await browser.auth.refreshSession();
    expect(error).toBeNull();
    const claims = JSON.parse(atob(data.session?.access_token.split('.')[1] ?? ''));
    expect(claims.amr).toMatchObject([{ timestamp: Date.parse('2038-01-20T12:00Z') / 1_000 }]);
  });

  it('cannot be used by a banned person, even in a process whose clock is two days ahead', async () => {
    const { browser, email, user } = await signedInPerson(call);
    await database.asService.query({
      text: "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      values: [user.id],
    });
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
      expect((await browser.auth.refreshSession()).error).toMatchObject({ code: 'user_banned' });
    } finally {
      vi.useRealTimers();
    }
    const again = await openBrowser(call).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(again.error).toMatchObject({ code: 'user_banned' });
  });
});

function withHash(token: string | undefined): string[] {
  return token ? [token, sha256(token)] : [];
}

/** As if the token had been replaced eleven seconds ago. */
async function makeOld(refreshToken: string) {
  await database.asService.query({
    text: "update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where token = $1",
    values: [sha256(refreshToken)],
  });
}
