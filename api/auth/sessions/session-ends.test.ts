import { describe, expect, it } from 'vitest';
import { goodPassword, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { cleanAuth } from '../clean-auth.ts';

const { call, fetch, database } = await openTestApi();
const brief = await openTestApi({
  auth: { settings: { sessionIdleSeconds: 3_600, sessionLongestSeconds: 0 } },
});

type Database = typeof database;

/** As if everything had happened that many days earlier. */
async function age(userId: string, days: number, { database: on = database } = {}) {
  await on.asService.query({
    text: `update auth.sessions set created_at = created_at - make_interval(days => $2),
        refreshed_at = refreshed_at - make_interval(days => $2),
        not_after = not_after - make_interval(days => $2)
      where user_id = $1`,
    values: [userId, days],
  });
}

const expired = { status: 400, code: 'session_expired' };

describe('a session', () => {
  it('ends after thirty days without use', async () => {
    const { browser, user } = await signedInPerson(call);
    await age(user.id, 29);
    expect((await browser.auth.refreshSession()).error).toBeNull();
    await age(user.id, 29);
    expect((await browser.auth.refreshSession()).error).toBeNull();
    await age(user.id, 31);
    expect((await browser.auth.refreshSession()).error).toMatchObject(expired);
  });

  it('ends after 180 days, however much it was used', async () => {
    const { browser, user } = await signedInPerson(call);
    for (let month = 0; month < 7; month += 1) {
      await age(user.id, 25);
      expect((await browser.auth.refreshSession()).error, `month ${month}`).toBeNull();
    }
    await age(user.id, 6);
    expect((await browser.auth.refreshSession()).error).toMatchObject(expired);
  });

  it('that has ended cannot be used for anything', async () => {
    const { browser, email, session, user } = await signedInPerson(call);
    await age(user.id, 31);
    const { error } = await openBrowser(call).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(error).toBeNull();
    expect((await browser.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await browser.auth.updateUser({ data: { a: 1 } })).error).not.toBeNull();
    for (const name of ['account-sessions', 'account-export']) {
      const answer = await fetch(`/functions/v1/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.access_token}` },
        body: '{}',
      });
      expect(answer.status, name).toBe(403);
    }
  });

  it('that has ended is in no list, and the cleanup removes it', async () => {
    const { email, user } = await signedInPerson(call);
    await age(user.id, 31);
    const browser = openBrowser(call);
    await browser.auth.signInWithPassword({ email, password: goodPassword });
    const { data } = await browser.auth.getSession();
    const headers = { authorization: `Bearer ${data.session?.access_token}` };
    const own = await (await fetch('/auth/v1/user/sessions', { headers })).json();
    expect(own.sessions).toHaveLength(1);
    const listed = await browser.functions.invoke('account-sessions', { body: {} });
    expect(listed.data.sessions).toHaveLength(1);
    await cleanAuth(database);
    expect(await countSessions(database, user.id)).toBe(1);
  });

  it('that was imported without an end gets one', async () => {
    const { user } = await signedInPerson(call);
    await database.asService.query({
      text: `insert into auth.sessions (id, user_id, created_at, refreshed_at)
        values ($1, $2, now() - interval '300 days', now())`,
      values: [crypto.randomUUID(), user.id],
    });
    await cleanAuth(database);
    expect(await countSessions(database, user.id)).toBe(1);
  });

  it('lasts as long as the operator says', async () => {
    const { browser, user } = await signedInPerson(brief.call);
    await age(user.id, 1, brief);
    expect((await browser.auth.refreshSession()).error).toMatchObject(expired);
    await browser.auth.signInWithPassword({ email: user.email ?? '', password: goodPassword });
    const { rows } = await brief.database.asService.query<{ hours: number }>({
      text: `select extract(epoch from max(not_after) - now()) / 3600 as hours
        from auth.sessions where user_id = $1`,
      values: [user.id],
    });
    expect(Number(rows[0]?.hours)).toBeCloseTo(1, 1);
  });
});

async function countSessions(on: Database, userId: string): Promise<number> {
  const { rowCount } = await on.asService.query({
    text: 'select from auth.sessions where user_id = $1',
    values: [userId],
  });
  return rowCount;
}
