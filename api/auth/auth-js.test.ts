import { expect, it } from 'vitest';
import { openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

// What only the official client covers and no other test here does.
const { call, bugs } = await openTestApi();
const { auth: visitor } = openBrowser(call);
const { admin } = openBrowser(call, { key: testKeys.secretKey }).auth;

it('sign-in methods that are off are refused by name', async () => {
  const sso = await visitor.signInWithSSO({ domain: 'clinic.example' });
  expect(sso.error).toMatchObject({ status: 404, code: 'saml_provider_disabled' });
  const message = 'Sign in';
  for (const signed of [
    { chain: 'ethereum', message, signature: '0x00' },
    { chain: 'solana', message, signature: new Uint8Array(64) },
  ] as const) {
    const { error } = await visitor.signInWithWeb3(signed);
    expect([signed.chain, error?.code]).toEqual([signed.chain, 'web3_provider_disabled']);
  }
  const { error } = await visitor.signInWithIdToken({ provider: 'apple', token: 'a.b.c' });
  expect(error).toMatchObject({ status: 400, code: 'provider_disabled' });
});

it('everything around a session works as the client expects', async () => {
  const { browser, user } = await signedInPerson(call);
  const { auth } = browser;
  expect((await auth.initialize()).error).toBeNull();
  await auth.startAutoRefresh();
  await auth.stopAutoRefresh();
  const claims = await auth.getClaims();
  expect(claims.data?.claims).toMatchObject({ sub: user.id, aal: 'aal1' });
  expect((await auth.getUserIdentities()).data?.identities).toMatchObject([{ provider: 'email' }]);
  const { data: factors } = await auth.mfa.listFactors();
  expect(factors?.all).toEqual([]);
  const linked = await auth.linkIdentity({ provider: 'google', token: 'a.b.c' });
  expect(linked.error?.status).toBeGreaterThanOrEqual(400);
  expect(linked.error?.status).toBeLessThan(500);
});

it('unsupported features have no route, not even for the secret key', async () => {
  const { browser } = await signedInPerson(call);
  for (const { error } of [
    await browser.auth.oauth.listGrants(),
    await browser.auth.oauth.getAuthorizationDetails(crypto.randomUUID()),
    await admin.oauth.listClients(),
    await admin.customProviders.listProviders(),
  ]) {
    expect(error).toMatchObject({ status: 404 });
  }
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
