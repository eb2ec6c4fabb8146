import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, post, bugs } = await openTestApi();

describe('signing up and in', () => {
  it('returns the person without a session, sends a letter, and lets them in at once', async () => {
    const browser = openBrowser(call);
    const email = newEmail();
    const signUp = await browser.auth.signUp({
      email,
      password: goodPassword,
      options: { data: { full_name: 'Ada Sample' } },
    });
    expect(signUp.error).toBeNull();
    expect(signUp.data.session).toBeNull();
    expect(signUp.data.user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { full_name: 'Ada Sample', email, email_verified: false },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email } }],
    });

    const signIn = await browser.auth.signInWithPassword({ email, password: goodPassword });
    expect(signIn.error).toBeNull();
    expect(signIn.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3_600 });
    const { code, subject } = await post.newestTo(email);
    expect(subject).toContain('Confirm your email address');
    expect(code).toHaveLength(6);
    expect(bugs).toEqual([]);
  });

  it('puts every claim into the access token', async () => {
    const { session, user } = await signedInPerson(call);
    expect(decodeJwt(session.access_token)).toMatchObject({
      iss: 'http://site.test/auth/v1',
      sub: user.id,
      aud: 'authenticated',
      email: user.email,
      phone: '',
      app_metadata: { provider: 'email' },
      user_metadata: { email: user.email },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
  });
});
