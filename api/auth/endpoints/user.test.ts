import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  pressButton,
  signedInPerson,
} from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, post, database } = await openTestApi();

/** A person with a confirmed mailbox, which must agree to a change. */
async function confirmedPerson() {
  const person = await signedInPerson(call);
  const { email } = person;
  const { code: token } = await post.newestTo(email);
  // The password is sent along so that it is kept.
  const proof = { email, token, type: 'signup', password: goodPassword } as const;
  await person.browser.auth.verifyOtp(proof);
  return person;
}

describe('one’s own account', () => {
  it('shows what is known about the person and stores metadata', async () => {
    const { browser, email } = await signedInPerson(call);
    await browser.auth.updateUser({ data: { full_name: 'Ada', city: 'Raleigh' } });
    await browser.auth.updateUser({ data: { city: null } });
    const { data } = await browser.auth.getUser();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada' } });
    expect(data.user?.user_metadata).not.toHaveProperty('city');
  });

  it('cannot have a name of invisible characters', async () => {
    const { browser } = await signedInPerson(call);
    for (const full_name of ['\u00a0', '\u2800\u3164\u200b']) {
      const { data } = await browser.auth.updateUser({ data: { full_name, city: 'Raleigh' } });
      expect(data.user?.user_metadata).toMatchObject({ full_name: '', city: 'Raleigh' });
    }
  });

  it('cannot have the site’s own name, whichever way the name arrives', async () => {
    const { browser } = await signedInPerson(call);
    const message = 'This is our own name. Enter yours.';
    const data = { full_name: 'Тest SITE · Support' };
    const renamed = await browser.auth.updateUser({ data });
    expect(renamed.error).toMatchObject({ code: 'validation_failed', message, status: 400 });
    const visitor = openBrowser(call);
    const options = { data };
    const email = newEmail();
    const made = await visitor.auth.signUp({ email, password: goodPassword, options });
    expect(made.error).toMatchObject({ code: 'validation_failed', message });
    const sent = await visitor.auth.signInWithOtp({ email: newEmail(), options });
    expect(sent.error).toMatchObject({ code: 'validation_failed', message });
  });

  it('accepts a new password, ends the other sessions and notifies the owner', async () => {
    const { browser, email } = await signedInPerson(call);
    const other = openBrowser(call);
    await other.auth.signInWithPassword({ email, password: goodPassword });
    expect((await browser.auth.updateUser({ password: 'a-new-password' })).error).toBeNull();
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await browser.auth.getUser()).error).toBeNull();
    expect((await post.newestTo(email)).subject).toContain('Your password was changed');
  });

  it('refuses a password that is too short, too long, or the same', async () => {
    const { browser } = await signedInPerson(call);
    const short = await browser.auth.updateUser({ password: 'q-7!x' });
    expect(short.error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
    const long = await browser.auth.updateUser({ password: 'x'.repeat(257) });
    expect(long.error).toMatchObject({ code: 'validation_failed' });
    const same = await browser.auth.updateUser({ password: goodPassword });
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
    const wrong = await browser.auth.updateUser({
      password: 'a-new-password',
      current_password: 'not-this-one',
    });
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('changes its email address when both mailboxes agree', async () => {
    const { browser, email } = await confirmedPerson();
    const next = newEmail();
    const asked = await browser.auth.updateUser({ email: next });
    expect(asked.data.user).toMatchObject({ email, new_email: next });
    const atOld = await post.newestTo(email);
    const atNew = await post.newestTo(next);
    expect(atOld.subject).toContain('Approve your new email address');

    const half = await pressButton(call, atNew.link);
    expect(half.hash).toContain('message=Confirmation+link+accepted');
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
    const done = await pressButton(call, atOld.link);
    expect(done.hash).toContain('access_token=');
    const { data } = await browser.auth.getUser();
    expect(data.user).toMatchObject({ email: next, user_metadata: { email: next } });
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: next });
    expect((await post.newestTo(email)).subject).toContain('Your email address was changed');
    const signIn = await openBrowser(call).auth.signInWithPassword({
      email: next,
      password: goodPassword,
    });
    expect(signIn.error).toBeNull();
  });

  it('does not change it if one mailbox agrees twice', async () => {
    const { browser, email } = await confirmedPerson();
    const next = newEmail();
    await browser.auth.updateUser({ email: next });
    const first = await post.newestTo(next);
    await browser.auth.verifyOtp({ email: next, token: first.code, type: 'email_change' });
    await browser.auth.resend({ type: 'email_change', email });
    const messages = await post.sentTo(next);
    expect(messages).toHaveLength(1);
    const again = await pressButton(call, first.link);
    expect(again.hash).toContain('otp_expired');
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
    const { code } = await post.newestTo(email);
    await browser.auth.verifyOtp({ email, token: code, type: 'email_change' });
    expect((await browser.auth.getUser()).data.user?.email).toBe(next);
  });

  it('asks only the new mailbox if the old one was never confirmed', async () => {
    const { browser, email } = await signedInPerson(call);
    await post.deliver();
    const next = newEmail();
    await browser.auth.updateUser({ email: next });
    const { code } = await post.newestTo(next);
    const { error } = await browser.auth.verifyOtp({
      email: next,
      token: code,
      type: 'email_change',
    });
    expect(error).toBeNull();
    expect((await browser.auth.getUser()).data.user?.email).toBe(next);
    expect((await post.newestTo(email)).subject).toContain('Your email address was changed');
  });

  it('cancels with a new password what somebody else had started in the account', async () => {
    const { browser, email } = await signedInPerson(call);
    const thief = openBrowser(call);
    await thief.auth.signInWithPassword({ email, password: goodPassword });
    const theirs = newEmail();
    await thief.auth.updateUser({ email: theirs });
    const { link } = await post.newestTo(theirs);
    await browser.auth.updateUser({ password: 'another-horse-battery' });
    expect((await pressButton(call, link)).hash).toContain('otp_expired');
    const { data } = await browser.auth.getUser();
    expect(data.user).toMatchObject({ email });
    expect(data.user).not.toHaveProperty('new_email');
  });

  it('cancels it too when an administrator sets the password', async () => {
    const { browser, email, user } = await signedInPerson(call);
    const theirs = newEmail();
    await browser.auth.updateUser({ email: theirs });
    const { link } = await post.newestTo(theirs);
    const { auth } = openBrowser(call, { key: testKeys.secretKey });
    await auth.admin.updateUserById(user.id, { password: 'another-horse-battery' });
    expect((await pressButton(call, link)).hash).toContain('otp_expired');
    const { data } = await auth.admin.getUserById(user.id);
    expect(data.user).toMatchObject({ email });
  });

  it('also asks the old mailbox if it was confirmed while the change was pending', async () => {
    const { browser, email } = await signedInPerson(call);
    const { code: first } = await post.newestTo(email);
    const next = newEmail();
    await browser.auth.updateUser({ email: next });
    const atNew = await post.newestTo(next);
    const confirmation = { email, token: first, password: goodPassword, type: 'signup' } as const;
    expect((await browser.auth.verifyOtp(confirmation)).error).toBeNull();
    const half = await pressButton(call, atNew.link);
    expect(half.hash).toContain('message=Confirmation+link+accepted');
    expect((await browser.auth.getUser()).data.user).toMatchObject({ email, new_email: next });
    const atOld = await post.newestTo(email);
    expect(atOld.subject).toContain('Approve your new email address');
    await pressButton(call, atOld.link);
    expect((await browser.auth.getUser()).data.user?.email).toBe(next);
  });

  it('does not reveal whether the new address is taken, but tells its owner', async () => {
    const owner = await confirmedPerson();
    const { browser, email } = await confirmedPerson();
    const { data, error } = await browser.auth.updateUser({ email: owner.email });
    expect(error).toBeNull();
    expect(data.user?.new_email).toBe(owner.email);
    expect((await post.newestTo(owner.email)).subject).toContain('You already have an account');
    const { code } = await post.newestTo(email);
    await browser.auth.verifyOtp({ email, token: code, type: 'email_change' });
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  });

  it('cannot make itself an administrator', async () => {
    const { browser, session } = await signedInPerson(call);
    const answer = await call(
      new Request('http://site.test/auth/v1/user', {
        method: 'PUT',
        headers: {
          apikey: 'sb_publishable_for_tests_only',
          authorization: `Bearer ${session.access_token}`,
        },
        body: JSON.stringify({ app_metadata: { admin: true }, role: 'service_role' }),
      }),
    );
    expect(answer.status).toBe(403);
    expect((await browser.auth.getUser()).data.user).toMatchObject({ role: 'authenticated' });
  });
});

describe('the audit log', () => {
  it('records what happened, by whom and roughly from where, without secrets', async () => {
    const { browser, email, user } = await signedInPerson(call, { address: '203.0.113.77' });
    await openBrowser(call).auth.signInWithPassword({ email, password: 'wrong-password' });
    await browser.auth.updateUser({ password: 'a-new-password' });
    await browser.auth.signOut();
    const { rows } = await database.asService.query<{
      payload: { action: string };
      ip_address: string;
    }>({
      text: `select payload, ip_address from auth.audit_log_entries
        where payload ->> 'actor_id' = $1 order by created_at`,
      values: [user.id],
    });
    expect(rows.map(({ payload }) => payload.action)).toEqual([
      'user_signedup',
      'login',
      'login_failed',
      'user_updated_password',
      'logout',
    ]);
    expect(rows[1]).toMatchObject({
      ip_address: '203.0.113.0/24',
      payload: {
        actor_username: email,
        traits: { method: 'password', device: 'Firefox on Linux' },
      },
    });
    expect(JSON.stringify(rows)).not.toContain('a-new-password');
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
  });
});
