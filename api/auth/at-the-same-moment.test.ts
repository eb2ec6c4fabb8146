import { expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { untilSomebodyWaits } from '#test/support/until-somebody-waits.ts';

const { call, asAdmin, bugs, post } = await openTestApi();
const automatic = await openTestApi({ auth: { settings: { confirmation: 'automatic' } } });

/** Somebody else's sign-up has inserted the address, and commits only once this one waits for it. */
async function whileAnother(
  api: Pick<typeof automatic, 'asAdmin'>,
  email: string,
  work: () => Promise<{ error: unknown }>,
): Promise<{ error: unknown }> {
  const answers: Promise<{ error: unknown }>[] = [];
  await api.asAdmin(async (client) => {
    await client.query('begin');
    await client.query(
      `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
        values (gen_random_uuid(), 'authenticated', 'authenticated', $1, '{}', now(), now())`,
      [email],
    );
    answers.push(work());
    await untilSomebodyWaits(client);
    await client.query('commit');
  });
  return answers[0] ?? { error: 'Nothing was asked.' };
}

it('a second sign-up with the same address looks like the first', async () => {
  const email = newEmail();
  const { error } = await whileAnother({ asAdmin }, email, () =>
    openBrowser(call).auth.signUp({ email, password: goodPassword }),
  );
  expect(error).toBeNull();
  expect(bugs).toEqual([]);
});

it('a second sign-up is told if sign-up would return a session at once', async () => {
  const email = newEmail();
  const { error } = await whileAnother(automatic, email, () =>
    openBrowser(automatic.call).auth.signUp({ email, password: goodPassword }),
  );
  expect(error).toMatchObject({ status: 422, code: 'user_already_exists' });
  expect(automatic.bugs).toEqual([]);
});

it('an administrator is told, and an invitation goes to the existing account', async () => {
  const admin = openBrowser(call, { key: testKeys.secretKey }).auth.admin;
  const [made, invited, linked] = [newEmail(), newEmail(), newEmail()];
  const creating = await whileAnother({ asAdmin }, made, () => admin.createUser({ email: made }));
  expect(creating.error).toMatchObject({ status: 422, code: 'email_exists' });
  const inviting = await whileAnother({ asAdmin }, invited, () => admin.inviteUserByEmail(invited));
  expect(inviting.error).toBeNull();
  const linking = await whileAnother({ asAdmin }, linked, () =>
    admin.generateLink({ type: 'magiclink', email: linked }),
  );
  expect(linking.error).toMatchObject({ status: 422, code: 'email_exists' });
  expect(bugs).toEqual([]);
});

/** Somebody who has asked to change to a free address, and whose current one is unconfirmed. */
async function asksFor(next: string) {
  const person = await signedInPerson(call);
  const { error } = await person.browser.auth.updateUser({ email: next });
  if (error) throw error;
  const { code } = await post.newestTo(next);
  const token = { email: next, token: code, type: 'email_change' } as const;
  return { ...person, confirm: () => person.browser.auth.verifyOtp(token) };
}

const taken = { status: 422, code: 'email_exists' };

it('the second person to confirm a new address is told that it is taken', async () => {
  const next = newEmail();
  const person = await asksFor(next);
  const { error } = await whileAnother({ asAdmin }, next, person.confirm);
  expect(error).toMatchObject(taken);
  const { data } = await person.browser.auth.getUser();
  expect(data.user).toMatchObject({ email: person.email, new_email: next });
  expect(bugs).toEqual([]);
});

it('of four who confirm the same new address at once, one gets it', async () => {
  const next = newEmail();
  const people = [];
  for (let count = 0; count < 4; count += 1) people.push(await asksFor(next));
  const answers = await Promise.all(people.map(({ confirm }) => confirm()));
  const errors = answers.map(({ error }) => error);
  expect(errors.filter((error) => error === null)).toHaveLength(1);
  for (const error of errors) if (error) expect(error).toMatchObject(taken);
  expect(bugs).toEqual([]);
});

it('an immediate change, or one by an administrator, gets the same answer', async () => {
  const [next, given] = [newEmail(), newEmail()];
  const { browser } = await signedInPerson(automatic.call);
  const changing = await whileAnother(automatic, next, () =>
    browser.auth.updateUser({ email: next }),
  );
  expect(changing.error).toMatchObject(taken);
  const { user } = await signedInPerson(call);
  const admin = openBrowser(call, { key: testKeys.secretKey }).auth.admin;
  const giving = await whileAnother({ asAdmin }, given, () =>
    admin.updateUserById(user.id, { email: given }),
  );
  expect(giving.error).toMatchObject(taken);
  expect([...bugs, ...automatic.bugs]).toEqual([]);
});

it('eight sign-ups with one address create one account, and look alike', async () => {
  const email = newEmail();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      openBrowser(call).auth.signUp({ email, password: goodPassword }),
    ),
  );
  for (const { error } of answers) expect(error).toBeNull();
  const { data } = await openBrowser(call, {
    key: testKeys.secretKey,
  }).auth.admin.listUsers();
  expect(data.users.filter((user) => user.email === email)).toHaveLength(1);
  expect(bugs).toEqual([]);
});

it('concurrent changes by one person all succeed', async () => {
  const { browser } = await signedInPerson(call);
  const addresses = Array.from({ length: 4 }, newEmail);
  const asked = await Promise.all(addresses.map((email) => browser.auth.updateUser({ email })));
  for (const { error } of asked) expect(error).toBeNull();
  const factors = await Promise.all(
    Array.from({ length: 4 }, () =>
      browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' }),
    ),
  );
  for (const { error } of factors) {
    if (error) expect(error).toMatchObject({ code: 'mfa_factor_name_conflict' });
  }
  await addApp(browser);
  const { recoveryCodes } = browser.auth.mfa;
  const codes = await Promise.all([recoveryCodes.generate(), recoveryCodes.generate()]);
  expect(codes.map(({ error }) => error?.code).toSorted()).toEqual([
    'mfa_verified_factor_exists',
    undefined,
  ]);
  expect(bugs).toEqual([]);
});

it('everything that several devices store for a person at once is kept', async () => {
  const { email, user } = await signedInPerson(call);
  const admin = openBrowser(call, { key: testKeys.secretKey }).auth.admin;
  const names = ['phone', 'tablet', 'laptop', 'desk'];
  const devices = await Promise.all(
    names.map(async (name) => {
      const browser = openBrowser(call);
      await browser.auth.signInWithPassword({ email, password: goodPassword });
      return { name, browser };
    }),
  );
  const noted = await Promise.all([
    ...devices.map(({ name, browser }) => browser.auth.updateUser({ data: { [name]: true } })),
    ...names.map((name) => admin.updateUserById(user.id, { user_metadata: { [`by ${name}`]: 1 } })),
    ...names.map((name) => admin.updateUserById(user.id, { app_metadata: { [name]: 1 } })),
  ]);
  expect(noted.map(({ error }) => error)).toEqual(noted.map(() => null));
  const { data } = await admin.getUserById(user.id);
  const { user_metadata = {}, app_metadata = {} } = data.user ?? {};
  expect(Object.keys(user_metadata)).toEqual(
    expect.arrayContaining(names.flatMap((name) => [name, `by ${name}`])),
  );
  expect(Object.keys(app_metadata)).toEqual(expect.arrayContaining(names));
});
