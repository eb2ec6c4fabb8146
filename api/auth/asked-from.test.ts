import { expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, pressButton } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, fetch, post } = await openTestApi({
  auth: { settings: { confirmation: 'optional' } },
});
const code_verifier = 'a'.repeat(43);

for (const path of ['resend', 'recover', 'otp']) {
  it(`a signed-in browser that asks with /${path} keeps what it set without showing its session again`, async () => {
    const email = newEmail();
    const answer = await proveFrom(await signUp(email), path, email);
    expect(answer.user).not.toHaveProperty('cleared_at');
    expect((await signIn(email)).error).toBeNull();
  });
}

it('a browser that is signed in to another account keeps nothing by asking', async () => {
  const email = newEmail();
  await signUp(email);
  const answer = await proveFrom(await signUp(newEmail()), 'resend', email);
  expect(answer.user).toHaveProperty('cleared_at');
  expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' });
});

/** Asks with a session, then opens the link and redeems its code without one. */
async function proveFrom(token: string, path: string, email: string) {
  const challenge = { code_challenge: code_verifier, code_challenge_method: 'plain' };
  await send(path, { type: 'signup', email, ...challenge }, token);
  const target = await pressButton(call, (await post.newestTo(email)).link);
  const auth_code = target.searchParams.get('code');
  const answer = await send('token?grant_type=pkce', { auth_code, code_verifier });
  return answer.json();
}

async function send(path: string, body: object, token?: string) {
  const answer = await fetch(`/auth/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  expect(answer.status).toBe(200);
  return answer;
}

async function signUp(email: string) {
  await openBrowser(call).auth.signUp({ email, password: goodPassword });
  await post.deliver();
  const { data } = await signIn(email);
  return data.session?.access_token ?? '';
}

function signIn(email: string) {
  return openBrowser(call).auth.signInWithPassword({ email, password: goodPassword });
}
