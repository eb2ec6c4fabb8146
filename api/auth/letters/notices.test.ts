import { expect, it } from 'vitest';
import { goodPassword, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, database, post } = await openTestApi();

const signIn = async (email: string, agent: string) => {
  const { error } = await openBrowser(call, { agent }).auth.signInWithPassword({
    email,
    password: goodPassword,
  });
  expect(error).toBeNull();
};
const subjectsTo = async (email: string) =>
  (await post.sentTo(email)).map(({ subject }) => subject).toReversed();
const prove = (email: string) =>
  database.asService.query({
    text: 'update auth.users set email_proved_at = now() where email = $1',
    values: [email],
  });

it('to an unconfirmed address are limited to three a day, whatever happens in the account', async () => {
  const { browser, email } = await signedInPerson(call);
  const [first] = await subjectsTo(email);
  for (const name of ['Ant', 'Bee', 'Cat', 'Dog']) await signIn(email, name);
  for (const password of ['another-horse-battery', goodPassword]) {
    expect((await browser.auth.updateUser({ password })).error).toBeNull();
  }
  const [letter, ...notices] = await subjectsTo(email);
  expect(letter).toBe(first);
  expect(notices).toHaveLength(3);
  // An address with a plus suffix is the same mailbox.
  const alias = email.replace('@', '+again@');
  await openBrowser(call).auth.signUp({ email: alias, password: goodPassword });
  for (const name of ['Ant', 'Bee', 'Cat']) await signIn(alias, name);
  expect(await subjectsTo(alias)).toHaveLength(1);
});

it('of one kind cannot flood a mailbox until another goes unnoticed', async () => {
  const { browser, email } = await signedInPerson(call);
  await prove(email);
  const before = (await subjectsTo(email)).length;
  for (const name of 'abcdefghijkl') await signIn(email, `Program ${name}`);
  expect(await subjectsTo(email)).toHaveLength(before + 10);
  expect((await browser.auth.updateUser({ password: 'another-horse-battery' })).error).toBeNull();
  expect((await subjectsTo(email)).at(-1)).toMatch(/password/i);
});

it('reach the address that the account had, whatever was sent to one with a plus suffix', async () => {
  const { browser, email } = await signedInPerson(call);
  await prove(email);
  const alias = email.replace('@', '+again@');
  await openBrowser(call).auth.signUp({ email: alias, password: goodPassword });
  await post.deliver();
  await database.asService.query({
    text: 'update auth.users set email_confirmed_at = now() where email = $1',
    values: [alias],
  });
  for (const name of ['Ant', 'Bee', 'Cat', 'Dog', 'Eel']) await signIn(alias, name);
  expect((await browser.auth.updateUser({ email: `new-${email}` })).error).toBeNull();
  for (const to of [email, `new-${email}`]) {
    await call(new Request((await post.newestTo(to)).link));
  }
  expect((await subjectsTo(email)).at(-1)).toMatch(/address/i);
});

it('that the mail server did not accept do not count', async () => {
  const { email } = await signedInPerson(call);
  const { sendNotice } = await import('./send-notice.ts');
  const notice = {
    kind: 'new-device',
    to: email,
    siteUrl: 'https://site.test',
    subject: '',
  } as const;
  const more = { device: 'Firefox on Linux', place: '10.0.0.0/24', at: new Date().toISOString() };
  let sent = 0;
  const send = (isAway: boolean) =>
    sendNotice(
      {
        database,
        sendMail: async () => {
          if (isAway) throw new Error('The mail server is away.');
          sent += 1;
          return { kind: 'sent' };
        },
      },
      { ...notice, ...more },
    );
  for (let tried = 0; tried < 5; tried += 1) await expect(send(true)).rejects.toThrow(/away/);
  await send(false);
  expect(sent).toBe(1);
});
