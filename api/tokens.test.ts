import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeSigningKey } from '#server/settings/keys.ts';
import { signToken } from '#test/support/actors.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { createTokenVerifier } from './tokens.ts';

const tokenOf = () => signToken({ sub: crypto.randomUUID(), aud: 'authenticated' });

afterEach(() => {
  vi.useRealTimers();
});

describe('a verified token', () => {
  it('is cached unchanged, and nobody can modify it', async () => {
    const verify = createTokenVerifier(testKeys.jwtKeys);
    const token = await tokenOf();
    const claims = await verify(token);
    expect(await verify(token)).toBe(claims);
    expect(Object.isFrozen(claims)).toBe(true);
  });

  it('is evicted by later ones, however many there are', async () => {
    const verify = createTokenVerifier(testKeys.jwtKeys, 2);
    const token = await tokenOf();
    const claims = await verify(token);
    for (let others = 0; others < 4; others += 1) await verify(await tokenOf());
    const again = await verify(token);
    expect(again).not.toBe(claims);
    expect(again).toEqual(claims);
  });

  it('is cached for this token and no other, in whatever order they come', async () => {
    const verify = createTokenVerifier(testKeys.jwtKeys);
    const [one, other] = [await tokenOf(), await tokenOf()];
    const claims = [await verify(one), await verify(other)];
    expect(claims[0]).not.toEqual(claims[1]);
    for (const token of [other, one, one, other]) {
      expect(await verify(token)).toBe(claims[token === one ? 0 : 1]);
    }
    await expect(verify(`${one}A`)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('is dropped when it expires, even if it was the last one', async () => {
    const verify = createTokenVerifier(testKeys.jwtKeys);
    const token = await tokenOf();
    await verify(token);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60_000 });
    await expect(verify(token)).rejects.toMatchObject({ code: 'expired_token' });
  });

  it('counts only for these keys: with others the same token is refused', async () => {
    const token = await tokenOf();
    await createTokenVerifier(testKeys.jwtKeys)(token);
    const withOthers = createTokenVerifier([await makeSigningKey()]);
    await expect(withOthers(token)).rejects.toMatchObject({ code: 'invalid_token' });
  });
});
