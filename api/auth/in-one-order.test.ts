import { afterAll, expect, it } from 'vitest';
import { createAskBehind } from '#test/support/ask-behind.ts';
import { openWalker, startOpenIdProvider } from '#test/support/openid-provider.ts';
import { goodPassword, openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp } from '#test/support/second-factor.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { sha256 } from '../secrets.ts';

const openId = await startOpenIdProvider(`${siteUrl}/auth/v1/callback`);
afterAll(openId.stop);
const { call, fetch, asAdmin, bugs, database } = await openTestApi({
  auth: { providers: { google: openId.settings } },
});
const askBehind = createAskBehind(asAdmin);
const accountOf = (id: string) => `select from auth.users where id = '${id}' for update`;
const linksOf = (id: string) => `delete from auth.flow_state where linking_target_id = '${id}'`;

async function sessionsOf(userId: string): Promise<string[]> {
  const { rows } = await database.asService.query<{ id: string }>({
    text: 'select id from auth.sessions where user_id = $1 order by created_at',
    values: [userId],
  });
  return rows.map(({ id }) => id);
}

/** Sends a single request: the official client retries if there is no answer. */
const takeTokens = (grant: string, proof: object) =>
  fetch(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body: JSON.stringify(proof) });

async function anotherSession(email: string) {
  const browser = openBrowser(call);
  const { error } = await browser.auth.signInWithPassword({ email, password: goodPassword });
  expect(error).toBeNull();
  return browser;
}

it('a session is refreshed while another tab takes the second step, which restarts its token chain', async () => {
  const { session: open, user } = await signedInPerson(call);
  const [session] = await sessionsOf(user.id);
  const answer = await askBehind(
    `update auth.sessions set aal = 'aal2' where id = '${session}'`,
    () => takeTokens('refresh_token', { refresh_token: open.refresh_token }),
    `update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = '${session}'`,
  );
  expect(answer?.status).toBe(200);
});

it('somebody signs out everywhere while another tab takes the second step, which ends the other sessions', async () => {
  const { email, user } = await signedInPerson(call);
  const browser = await anotherSession(email);
  const [other, own] = await sessionsOf(user.id);
  const answer = await askBehind(
    `${accountOf(user.id)}; update auth.sessions set aal = 'aal2' where id = '${own}'`,
    () => browser.auth.signOut(),
    `delete from auth.sessions where id = '${other}'`,
  );
  expect(answer?.error).toBeNull();
  expect(await sessionsOf(user.id)).toEqual([]);
});

it('two incomplete sessions take their second step at the same moment, and one of them remains', async () => {
  const { browser, email, user } = await signedInPerson(call);
  await addApp(browser);
  const { data } = await browser.auth.mfa.recoveryCodes.generate();
  await browser.auth.signOut();
  const halves = [await anotherSession(email), await anotherSession(email)];
  const answers = await askBehind(
    'lock table auth.mfa_amr_claims in share mode',
    () =>
      Promise.all(
        halves.map((half, place) =>
          half.auth.mfa.recoveryCodes.verify({ code: data?.codes[place] ?? '' }),
        ),
      ),
    undefined,
    2,
  );
  const refusals = answers?.flatMap(({ error }) => error ?? []);
  expect(refusals).toEqual([expect.objectContaining({ name: 'AuthSessionMissingError' })]);
  expect(await sessionsOf(user.id)).toHaveLength(1);
});

it('a code is redeemed while its account cancels what was pending', async () => {
  const { user } = await signedInPerson(call);
  await database.asService.query({
    text: `insert into auth.flow_state (provider_type, authentication_method, code_challenge,
        code_challenge_method, auth_code, auth_code_issued_at, user_id, linking_target_id)
      values ('google', 'oauth', 'verifier', 'plain', $1, now(), $2, $2)`,
    values: [sha256('code'), user.id],
  });
  const answer = await askBehind(
    accountOf(user.id),
    () => takeTokens('pkce', { auth_code: 'code', code_verifier: 'verifier' }),
    linksOf(user.id),
  );
  expect(await answer?.json()).toMatchObject({ error_code: 'flow_state_not_found' });
});

it('somebody returns from a provider while their account cancels what was pending', async () => {
  const { browser, user } = await signedInPerson(call, { flowType: 'pkce' });
  const { data } = await browser.auth.linkIdentity({
    provider: 'google',
    options: { queryParams: { login_hint: openId.addPerson().sub } },
  });
  const target = await askBehind(
    accountOf(user.id),
    () => openWalker(call, siteUrl).walk(data?.url ?? ''),
    linksOf(user.id),
  );
  expect(target?.searchParams.get('error_code')).toBe('flow_state_not_found');
});

it('and nothing caused an unexpected error', () => {
  expect(bugs).toEqual([]);
});
