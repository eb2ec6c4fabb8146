import { expect, it } from 'vitest';
import { testKeys } from '#test/support/test-keys.ts';
import { createTokenVerifier } from '../../tokens.ts';
import { createAccessTokens } from './access-token.ts';

it('signs so that others can verify it, even if a number of the signature starts with zeros', async () => {
  const verify = createTokenVerifier(testKeys.jwtKeys);
  const tokens = createAccessTokens(testKeys.jwtKeys, 60);
  const id = crypto.randomUUID();
  const account = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: null,
    phone: null,
    raw_app_meta_data: null,
    raw_user_meta_data: null,
    is_anonymous: false,
  };
  // One in 128 starts like this.
  for (let turn = 0; turn < 1_000; turn += 1) {
    const assurance = { sessionId: crypto.randomUUID(), aal: 'aal1', amr: [] } as const;
    const { token } = tokens.sign(account, assurance, 'https://example.com');
    expect(await verify(token)).toMatchObject({ sub: id, session_id: assurance.sessionId });
  }
});
