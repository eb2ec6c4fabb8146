import { expect, test } from '../support/browser.ts';
import { jobRow, postWithoutLimit, storeJobs } from '../support/jobs.ts';
import { goodPassword, newEmail } from '../support/people.ts';
import { callAuth, fillSignIn, newestMail, newPerson } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { comeInAsStaff, openStaffBrowser } from '../support/staff-on-screen.ts';

test('a spam wave: thirty jobs of one person, one block, everything gone, and back again', async ({
  page: visitor,
  browser,
  server,
}) => {
  const spammer = await newPerson(server.url);
  const { user } = await callAuth(server.url, '/token?grant_type=password', spammer);
  const company = `Fast Money ${crypto.randomUUID().slice(0, 8)}`;
  await postWithoutLimit(server.database);
  const rows = Array.from({ length: 30 }, () => jobRow(user.id, { company }));
  const [job = ''] = await storeJobs(server.database, rows);
  const board = `/jobs?q=${encodeURIComponent(company)}`;
  const expectSeen = (count: number) =>
    expect
      .poll(async () => {
        const html = await (await visitor.request.get(board)).text();
        const page = await visitor.request.get(`/job/${job}`);
        return [html.includes(`${company}</`), page.status()];
      })
      .toEqual(count > 0 ? [true, 200] : [false, 404]);
  await expectSeen(30);

  const { page, context } = await openStaffBrowser(browser, server, 'staff');
  await page.goto('/staff/people');
  await page.getByLabel('Name, address or company').fill(company);
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectSound(page, { state: 'the list of people' });
  await page.getByRole('link', { name: 'Maya Torres' }).click();
  await expect(page.getByText('30 live')).toBeVisible();
  await expectSound(page, { state: 'the page of a person' });

  // A half-typed note survives a reload.
  const note = page.getByLabel('Add a note');
  await note.fill('Posts each night.');
  await page.reload();
  await expect(note).toHaveValue('Posts each night.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByText('The note is written.')).toBeVisible();
  await expect(note).toHaveValue('');

  // By keyboard alone, with the reason that is required.
  await page.getByRole('button', { name: 'Block', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Block this person?' });
  await expect(dialog.getByLabel('No further charge')).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Block' })).toBeDisabled();
  // A pasted text that is too long is not silently cut off.
  await dialog.getByLabel('Why').fill('money '.repeat(200));
  await expect(dialog.getByText('199 over the limit of 1,000')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Block' })).toBeDisabled();
  await dialog.getByLabel('Why').fill('Thirty jobs that ask for money.');
  await page.reload();
  await page.getByRole('button', { name: 'Block', exact: true }).press('Enter');
  await expect(dialog.getByLabel('Why')).toHaveValue('Thirty jobs that ask for money.');
  await expectSound(page, { state: 'what a block does', part: '[role=dialog], dialog' });
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('The person is blocked.')).toBeVisible();
  // The pressed button is gone, and focus continues on the screen, not at the top of the page.
  await expect(page.locator('.staff-screen')).toBeFocused();
  await expectSeen(0);
  await visitor.goto('/auth');
  await fillSignIn(visitor, { email: spammer.email, password: goodPassword });
  await expect(visitor.getByRole('tabpanel').getByText('User is banned')).toBeVisible();
  await expect(visitor.getByText('If you think that this is wrong, write to us')).toBeVisible();

  const slower = await context.newPage();
  await slower.goto(page.url());
  await expect(slower.getByRole('button', { name: 'Take the block back' })).toBeVisible();
  for (const each of [page, slower]) {
    await each.getByRole('button', { name: 'Take the block back' }).click();
    await each.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
    if (each === page) await expect(page.getByText('The block is taken back.')).toBeVisible();
  }
  // The slower one is told so, and then sees the current state.
  await expect(slower.getByRole('dialog')).toContainText('This person is not blocked.');
  await slower.getByRole('button', { name: 'Close' }).click();
  await expect(slower.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  await expectSeen(30);
  await expect(page.getByText('Thirty jobs that ask for money.')).toBeVisible();
  await context.close();
});

test('a lost second factor: one asks, the person is told, another one agrees', async ({
  page: visitor,
  browser,
  server,
}) => {
  const person = await newPerson(server.url);
  const { user } = await callAuth(server.url, '/token?grant_type=password', person);
  await server.database.asService.query({
    text: `with proved as (update auth.users set email_proved_at = now() where id = $1)
      insert into auth.mfa_factors (user_id, factor_type, status, friendly_name)
        values ($1, 'totp', 'verified', 'My phone')`,
    values: [user.id],
  });
  const [one, other] = await Promise.all([
    openStaffBrowser(browser, server, 'staff'),
    openStaffBrowser(browser, server, 'staff'),
  ]);
  const ask = async () => {
    await one.page.goto(`/staff/people/${user.id}`);
    await one.page.getByRole('button', { name: 'Help with a lost second step' }).click();
    await one.page.getByLabel('Why').fill('Called, and knew their last three jobs.');
    await one.page.getByRole('button', { name: 'Ask for it' }).click();
    await expect(one.page.getByText('Another member of staff must agree.')).toBeVisible();
  };
  await ask();
  // It was somebody else who called.
  const { text } = await newestMail(visitor, person.email, /second step is about to end/);
  await visitor.goto(text.match(/\/account\/keep-second-step\?\S+/)?.[0] ?? '');
  await visitor.getByRole('button', { name: 'Keep my second step' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your second step stays' })).toBeVisible();

  await ask();
  await other.page.goto(`/staff/people/${user.id}`);
  await expect(other.page.getByText('Second steps are about to end')).toBeVisible();
  await expect(other.page.getByRole('button', { name: 'Agree' })).toHaveCount(0);
  // A day later.
  await expect
    .poll(async () => {
      let told = 0;
      await server.asAdmin(async (client) => {
        const { rowCount } = await client.query(
          `update staff.factor_helps set told_at = told_at - interval '25 hours'
            where user_id = $1 and told_at > now() - interval '1 hour'`,
          [user.id],
        );
        told = rowCount ?? 0;
      });
      return told;
    })
    .toBe(1);
  await other.page.reload();
  await other.page.getByRole('button', { name: 'Agree' }).click();
  await other.page.getByRole('button', { name: 'End them' }).click();
  await expect(other.page.getByText('Every second step has ended.')).toBeVisible();
  await expect(other.page.getByText('Signed in nowhere')).toBeVisible();
  await one.context.close();
  await other.context.close();
});

test('for oneself and for a higher role no actions are offered, and the page says why', async ({
  page,
  context,
  browser,
  server,
}) => {
  const { id } = await comeInAsStaff(context, server, 'staff');
  const owner = await openStaffBrowser(browser, server, 'owner');
  const offered = (of: typeof page) =>
    of
      .locator('.staff-person')
      .getByRole('button')
      .or(of.locator('.staff-person').getByRole('textbox'));
  await page.goto(`/staff/people/${id}`);
  await expect(page.getByText('This is about you')).toBeVisible();
  await expect(page.getByText('You cannot act on yourself.')).toBeVisible();
  await expect(offered(page)).toHaveCount(0);
  await expectSound(page, { state: 'the page about oneself' });
  await page.goto(`/staff/people/${owner.id}`);
  await expect(page.getByText('This is about somebody with a higher role')).toBeVisible();
  await expect(offered(page)).toHaveCount(0);

  await owner.page.goto(`/staff/people/${id}`);
  await expect(owner.page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  // Nobody may remove the second factors of somebody with a role; the page says what has to happen first.
  await server.database.asService.query({
    text: `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
    values: [id],
  });
  await owner.page.reload();
  await expect(owner.page.getByText('an owner takes the role away under Team')).toBeVisible();
  await expect(owner.page.getByRole('button', { name: 'Help with a lost' })).toHaveCount(0);

  // Back from a person, the list goes on where it was left.
  await owner.page.goto('/staff/people');
  const last = owner.page.getByRole('row').last().getByRole('link').first();
  await last.press('Enter');
  await owner.page.getByRole('link', { name: 'All people' }).waitFor();
  await owner.page.goBack();
  await expect(last).toBeFocused();

  // Somebody who never had an account writes in.
  const email = newEmail();
  await server.database.asService.query({
    text: `insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
      values ($1, 'I agree to get the newsletter.', now())`,
    values: [email],
  });
  await owner.page.goto('/staff/people');
  await owner.page.getByLabel('Their email address').fill(email);
  await owner.page.getByRole('button', { name: 'Show what is kept' }).click();
  await expect(
    owner.page.getByRole('listitem').filter({ hasText: 'The newsletter' }),
  ).toBeVisible();
  await expectSound(owner.page, { state: 'what is kept of an address' });
  await owner.page.getByRole('button', { name: 'Erase what is kept' }).click();
  await owner.page.getByLabel('Why').fill('Wrote by letter, with a copy of their card.');
  await owner.page.getByRole('button', { name: 'Erase it' }).click();
  await expect(owner.page.getByText('It is erased.')).toBeVisible();
  await expect(owner.page.getByText('Nothing is kept of it.')).toBeVisible();

  await owner.page.goto('/staff/team');
  const own = owner.page.getByRole('row').filter({ hasText: owner.email });
  await expect(own).toContainText('You (to leave, see below)');
  await expect(own.getByRole('button')).toHaveCount(0);
  await owner.context.close();
});
