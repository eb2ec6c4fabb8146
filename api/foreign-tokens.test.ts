import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createIssuerVerifier } from './tokens.ts';

const issuer = 'https://project.example/auth/v1';
const { privateKey, publicKey } = await generateKeyPair('ES256');
const key: JWK = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };

/** A project whose keys may change while it is running. */
function openProject(shown: JWK[]) {
  const verify = createIssuerVerifier({
    issuer,
    keys: (header, token) => createLocalJWKSet({ keys: shown })(header, token),
  });
  return { verify, shown };
}

function tokenOf({ iss = issuer, aud = 'authenticated', kid = 'one', signer = privateKey } = {}) {
  return new SignJWT({ sub: crypto.randomUUID(), role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(iss)
    .setAudience(aud)
    .setExpirationTime('1h')
    .sign(signer);
}

const refused = { code: 'invalid_token' };

describe('the tokens of a Supabase project', () => {
  const { verify } = openProject([key]);

  it('identify who is signed in, and grant no more than that', async () => {
    expect(await verify(await tokenOf())).toMatchObject({ iss: issuer, role: 'authenticated' });
  });

  it.each([
    ['another issuer', { iss: 'https://other.example/auth/v1' }],
    ['another audience', { aud: 'anon' }],
    ['a key that is not shown', { kid: 'two' }],
  ])('are refused from %s', async (_, difference) => {
    await expect(verify(await tokenOf(difference))).rejects.toMatchObject(refused);
  });

  it('are refused without a signature', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { sub: 'a', iss: issuer, aud: 'authenticated', exp: Date.now() };
    const token = `${part({ alg: 'none' })}.${part(claims)}.`;
    await expect(verify(token)).rejects.toMatchObject(refused);
  });

  it('are refused if the public key, which everybody has, was used as a password', async () => {
    const password = new TextEncoder().encode(JSON.stringify(key));
    const token = await new SignJWT({ sub: 'a' })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(password);
    await expect(verify(token)).rejects.toMatchObject(refused);
  });

  it('are accepted with a new key as soon as the project publishes it', async () => {
    const { verify: verifyLater, shown } = openProject([key]);
    const next = await generateKeyPair('ES256');
    const token = await tokenOf({ kid: 'two', signer: next.privateKey });
    await expect(verifyLater(token)).rejects.toMatchObject(refused);
    shown.push({ ...(await exportJWK(next.publicKey)), kid: 'two', alg: 'ES256' });
    expect(await verifyLater(token)).toMatchObject({ iss: issuer });
  });

  it('are neither valid nor invalid while the keys cannot be fetched', async () => {
    const unreachable = createIssuerVerifier({
      issuer,
      keys: () => Promise.reject(new TypeError('fetch failed')),
    });
    await expect(unreachable(await tokenOf())).rejects.toThrow('fetch failed');
  });
});
