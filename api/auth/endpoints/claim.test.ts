import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  postJson,
  pressButton,
} from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, fetch, post, database } = await openTestApi();
afterEach(() => {
  vi.useRealTimers();
});

describe('an account that a first proof has cleared', () => {
  it('is shown for the code of a link whose verifier is in another browser, whatever this process’s clock says', async () => {
    const { email, code } = await pressedElsewhere();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    const answer = await postJson(call, '/claim', { action: 'look', auth_code: code });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ email, cleared_at: expect.any(String) });
  });

  it('is kept with a new password; the stranger’s verifier restores nothing', async () => {
    const { email, code, stranger } = await pressedElsewhere();
    const weak = await postJson(call, '/claim', { action: 'take', auth_code: code, password: 'x' });
    expect(await weak.json()).toMatchObject({ error_code: 'weak_password' });
    const body = { action: 'take', auth_code: code, password: 'chosen-by-the-owner' };
    const taken = await postJson(call, '/claim', body);
    expect(taken.status).toBe(200);
    const session = await taken.json();
    expect(session.user).not.toHaveProperty('cleared_at');
    const owner = openBrowser(call);
    expect((await owner.auth.setSession(session)).data.user?.email).toBe(email);
    expect((await postJson(call, '/claim', body)).status).toBe(404);
    expect((await stranger.auth.exchangeCodeForSession(code)).error).not.toBeNull();
    const signIn = (password: string) =>
      openBrowser(call).auth.signInWithPassword({ email, password });
    expect((await signIn('chosen-by-the-owner')).error).toBeNull();
    expect((await signIn(goodPassword)).error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('is removed by somebody who did not sign up, and the address is free again', async () => {
    const { email, code } = await pressedElsewhere();
    const refused = await postJson(call, '/claim', { action: 'refuse', auth_code: code });
    expect(refused.status).toBe(200);
    expect(await accountsWith(email)).toBe(0);
    const again = await openBrowser(call).auth.signUp({ email, password: goodPassword });
    expect(again.error).toBeNull();
  });

  it('is removed or kept through the session that the proof opened as well', async () => {
    for (const action of ['refuse', 'take']) {
      const { email, token } = await clearedSession();
      const answer = await claim(token, { action, password: 'chosen-by-the-owner' });
      expect(answer.status).toBe(200);
      expect(await accountsWith(email)).toBe(action === 'take' ? 1 : 0);
    }
  });
});

describe('any other account', () => {
  it('cannot be removed or taken this way', async () => {
    const email = newEmail();
    const browser = openBrowser(call);
    await browser.auth.signUp({ email, password: goodPassword });
    const { data } = await browser.auth.signInWithPassword({ email, password: goodPassword });
    const token = data.session?.access_token ?? '';
    for (const action of ['look', 'refuse', 'take']) {
      const answer = await claim(token, { action, password: 'chosen-by-the-owner' });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error_code: 'claim_not_found' });
    }
    expect(await accountsWith(email)).toBe(1);
  });

  it('nor after its new password was chosen, nor an hour after the proof', async () => {
    const chosen = await clearedSession();
    await chosen.owner.auth.updateUser({ password: 'chosen-by-the-owner' });
    expect((await claim(chosen.token, { action: 'refuse' })).status).toBe(404);
    const late = await clearedSession();
    await database.asService.query({
      text: `update auth.users set cleared_at = cleared_at - interval '61 minutes' where email = $1`,
      values: [late.email],
    });
    expect((await claim(late.token, { action: 'refuse' })).status).toBe(404);
  });

  it('nor with an invented code, or one that belongs to an ordinary sign-in', async () => {
    const { email } = await clearedSession();
    const browser = openBrowser(call, { flowType: 'pkce' });
    await browser.auth.signInWithOtp({ email });
    const target = await pressButton(call, (await post.newestTo(email)).link);
    for (const code of ['made-up', target.searchParams.get('code') ?? '']) {
      const answer = await postJson(call, '/claim', { action: 'refuse', auth_code: code });
      expect(answer.status).toBe(404);
    }
    expect(await accountsWith(email)).toBe(1);
  });
});

describe('a PKCE link', () => {
  it('opens no session without its verifier, not even with its token', async () => {
    const email = newEmail();
    const browser = openBrowser(call, { flowType: 'pkce' });
    await browser.auth.signInWithOtp({ email });
    const { link } = await post.newestTo(email);
    const token_hash = new URL(link).searchParams.get('token') ?? '';
    const other = openBrowser(call);
    const { data, error } = await other.auth.verifyOtp({ token_hash, type: 'magiclink' });
    expect(error).toMatchObject({ code: 'bad_code_verifier' });
    expect(data.session).toBeNull();
    const target = await pressButton(call, link);
    const code = target.searchParams.get('code') ?? '';
    expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull();
  });
});

/** A stranger signs up with PKCE, and the owner opens the link in their own browser. */
async function pressedElsewhere() {
  const email = newEmail();
  const stranger = openBrowser(call, { flowType: 'pkce' });
  await stranger.auth.signUp({ email, password: goodPassword });
  const target = await pressButton(call, (await post.newestTo(email)).link);
  return { email, stranger, code: target.searchParams.get('code') ?? '' };
}

async function clearedSession() {
  const email = newEmail();
  await openBrowser(call).auth.signUp({ email, password: goodPassword });
  const owner = openBrowser(call);
  await owner.auth.signInWithOtp({ email });
  const { code } = await post.newestTo(email);
  const { data } = await owner.auth.verifyOtp({ email, token: code, type: 'email' });
  return { email, owner, token: data.session?.access_token ?? '' };
}

function claim(token: string, body: object) {
  return fetch('/auth/v1/claim', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function accountsWith(email: string) {
  const { rows } = await database.asService.query<{ count: number }>({
    text: 'select count(*)::int as count from auth.users where email = $1',
    values: [email],
  });
  return rows[0]?.count;
}
