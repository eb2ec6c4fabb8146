import type { Page } from '@playwright/test';
import * as links from '#domain/site/links.ts';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { join } from '../support/companies.ts';
import { becomeKnown, subscribe } from '../support/employers.ts';
import { publish, write } from '../support/messages-on-screen.ts';
import { newEmail } from '../support/people.ts';
import { enter, fillSignIn, newestMail, toastOf } from '../support/people-on-screen.ts';
import type { TestServer } from '../support/start-test-server.ts';

const password = 'tulip-ford-84';

test('two recruiters work for a company, and one of them leaves', async ({
  page,
  browser,
  server,
}) => {
  const founder = await enter(server, page);
  const candidate = await enter(server, await browser.newPage());
  await becomeKnown(server.database, founder.id);
  await subscribe(server.database, founder.id);
  const profile = await publish(server, candidate.id);
  const email = newEmail();
  const other = await browser.newPage();

  await test.step('one invites somebody who has no account yet', async () => {
    await page.goto('/my-company');
    await expect(page.getByRole('heading', { name: 'Sample Practice' })).toBeVisible();
    await expect(page.getByText('Nobody else works here')).toBeVisible();
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Email').press('Enter');
    await expect(page.getByRole('list', { name: 'Invitations that wait' })).toContainText(email);
    // As if it had worked, so that the button stays and keeps the focus while it is busy.
    const nothing = { status: 204 };
    await page.route('**/rpc/withdraw_invitation', (route) => route.fulfill(nothing), { times: 1 });
    const withdraw = page.getByRole('button', { name: 'Withdraw' });
    await withdraw.click();
    await expect(toastOf(page, 'Invitation withdrawn')).toBeVisible();
    await expect(withdraw).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 760 });
    expect(await widerThanPage(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const { text } = await newestMail(page, email, /invited to a team/);
  const link = text.match(/https?:\S+\/auth\?next=\S+/)?.[0] ?? '';
  const path = link.replace(/^https?:\/\/[^/]+/, '');

  await test.step('the account is created on the way, and its address confirmed', async () => {
    await other.goto(path);
    await other.getByRole('tab', { name: 'Sign Up' }).click();
    await other.getByLabel('Full Name').fill('Robin Reed');
    await expect(other.getByLabel('Email')).toHaveCount(1);
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password').fill(password);
    await other.getByRole('button', { name: 'Sign Up' }).click();
    await expect(toastOf(other, 'Success!')).toBeVisible();
    await fillSignIn(other, { email, password });
    await other.waitForURL('**/my-company/join?token=*');
    await expect(other.getByText('Confirm your email address first')).toBeVisible();
    const { link: proof } = await newestMail(other, email, /Confirm/);
    await other.goto(proof);
    await other.getByRole('button').click();
    await other.waitForURL(/\/auth\/confirm/);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(
      'Your email address is confirmed',
    );
  });

  await test.step('and the invitation accepted', async () => {
    await other.goto(path);
    await expect(
      other.getByRole('heading', { name: /Maya Torres invites you to work for Sample Practice/ }),
    ).toBeVisible();
    expect(await findBarriers(other)).toEqual([]);
    await other.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(other.getByText('You work for Sample Practice now')).toBeVisible();
    await expect(page.getByRole('list', { name: 'People of Sample Practice' })).toContainText(
      'Robin Reed',
    );
    await other.goto(path);
    await expect(other.getByText('This link no longer works')).toBeVisible();
    // Shown as chosen, and ready for the next key, before the response arrives; the later choice
    // wins.
    const answer = Promise.withResolvers<void>();
    await page.route('**/rpc/set_member_role', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const role = page.getByLabel('Role of Robin Reed');
    for (const chosen of ['viewer', 'recruiter']) {
      await role.selectOption(chosen);
      await expect(role).toHaveValue(chosen);
      await expect(role).toBeEnabled();
    }
    answer.resolve();
    await expect(toastOf(page, 'Role changed').first()).toBeVisible();
    await page.reload();
    await expect(role).toHaveValue('recruiter');
  });

  await test.step('whoever pays adds a seat, and gives it', async () => {
    await addSeat(server, founder.id);
    await page.goto('/membership');
    const seats = page.getByRole('list', { name: 'People of the company and their seats' });
    await page.getByRole('button', { name: 'Give a seat Robin Reed' }).click();
    await expect(seats.getByText('Has a seat')).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await other.goto('/membership');
    await expect(other.getByText('You have a seat of the membership of')).toBeVisible();
  });

  await test.step('both are in one conversation, and the candidate sees who writes', async () => {
    const { conversationId } = await write(server, founder.token, profile);
    await candidate.page.goto(`/messages/${conversationId}`);
    await expect(candidate.page.getByText('Others on the team read this too')).toBeVisible();
    await other.goto(`/messages/${conversationId}`);
    await expect(other.getByText('Your team has already written to this person.')).toBeVisible();
    const answer = candidate.page.getByLabel('Your message');
    await answer.fill('Gladly. When?');
    await answer.press('Control+Enter');
    const field = other.getByLabel('Your message');
    await field.fill('On Monday at nine.');
    await field.press('Control+Enter');
    const messages = candidate.page
      .getByRole('region', { name: 'Messages of this conversation' })
      .getByRole('listitem')
      .filter({ hasText: 'Monday' });
    await expect(messages).toHaveText([/^Robin Reed.*On Monday at nine\.$/]);
    expect(await findBarriers(other)).toEqual([]);

    await other.setViewportSize({ width: 375, height: 760 });
    expect(await widerThanPage(other)).toBe(false);
  });

  await test.step('what one of them blocks, the other sees and can take back', async () => {
    await other.setViewportSize({ width: 1280, height: 800 });
    await other.getByRole('button', { name: /^More/ }).click();
    await other.getByRole('button', { name: 'Block', exact: true }).click();
    const dialog = other.getByRole('alertdialog').or(other.getByRole('dialog'));
    await expect(dialog).toContainText('Each recruiter of your team can unblock them');
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(other.getByText('Your team has blocked this person.')).toBeVisible();
    await page.goto(new URL(other.url()).pathname);
    await expect(page.getByText('Your team has blocked this person.')).toBeVisible();
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expect(page.getByText('Your team has blocked this person.')).toHaveCount(0);
  });

  await test.step('whoever is removed loses everything at once', async () => {
    await page.goto('/my-company');
    await page.getByRole('button', { name: 'Remove Robin Reed' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(toastOf(page, 'Removed from the company')).toBeVisible();
    await other.reload();
    await expect(other.getByText('This conversation is not available')).toBeVisible();
    await other.goto('/membership');
    await expect(other.getByText('Inactive')).toBeVisible();
    await newestMail(other, email, /You were removed from Sample Practice/);
  });

  expect(founder.complaints).toEqual([]);
  for (const each of [other, candidate.page]) await each.close();
});

test('a note says who will read it before it is written, and stays typed if it cannot be saved', async ({
  page,
  server,
}) => {
  const founder = await enter(server, page);
  const [colleague, candidate] = [await server.actors.signedIn(), await server.actors.signedIn()];
  await becomeKnown(server.database, founder.id);
  await subscribe(server.database, founder.id);
  const { rows } = await server.database.asService.query<{ company_id: string }>({
    text: 'select company_id from public.company_members where user_id = $1',
    values: [founder.id],
  });
  await join(server.database, rows[0]?.company_id ?? '', colleague.id);
  await page.goto(links.candidate(await publish(server, candidate.id)));
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('button', { name: 'Add a note for the team' }).click();
  await page.getByLabel('Note for the team').fill('Strong in denials');
  await test.step('a colleague was faster: their note is shown, and not overwritten unseen', async () => {
    const write = async (note: string) =>
      server.database.asService.query({
        text: 'update public.saved_candidates set note = $2 where user_id = $1',
        values: [founder.id, note],
      });
    await write('Called her, wants 95k');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByRole('alert')).toContainText('was changed since you opened it');
    await expect(page.getByText('Called her, wants 95k')).toBeVisible();
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.locator('.saved-note-text')).toHaveText('Strong in denials');
  });
  await test.step('a press on Saved never deletes the team’s note without asking', async () => {
    await page.getByRole('button', { name: /^Saved/ }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('your team’s note is deleted for everybody');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: /^Saved/ })).toBeVisible();
  });
  await test.step('nor a note of their own, from before they had a team, with the team’s', async () => {
    const write = (text: string, values: string[]) =>
      server.database.asService.query({ text, values });
    // By somebody without a team, because members of one do not save for themselves.
    await write(
      `insert into public.saved_candidates (user_id, profile_id, note)
        select $2, profile_id, 'My own words' from public.saved_candidates where user_id = $1`,
      [founder.id, candidate.id],
    );
    await write('update public.saved_candidates set user_id = $1 where user_id = $2', [
      founder.id,
      candidate.id,
    ]);
    await page.getByRole('button', { name: /^Saved/ }).click();
    await page.getByRole('button', { name: 'Delete both' }).click();
    await expect(page.locator('.saved-note-text')).toHaveText('My own words');
    await write(
      `update public.saved_candidates set company_id = $2, note = 'Strong in denials' where user_id = $1`,
      [founder.id, rows[0]?.company_id ?? ''],
    );
    await page.reload();
  });
  await page.getByRole('button', { name: 'Change the note' }).click();
  await server.database.asService.query({
    text: `update public.subscriptions set status = 'unpaid' where user_id = $1`,
    values: [founder.id],
  });
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByRole('alert')).toContainText('your membership has ended');
  await expect(page.getByLabel('Note for the team')).toHaveValue('Strong in denials');
  await page.goto('/saved-candidates');
  await expect(page.getByText('No saved candidates to show')).toBeVisible();
  expect(founder.complaints).toEqual([]);
});

/** As if it had been bought: api/billing/buying-seats.test.ts buys them. */
function addSeat({ database }: TestServer, person: string) {
  return database.asService.query({
    text: 'update public.subscriptions set quantity = 2 where user_id = $1',
    values: [person],
  });
}

function widerThanPage(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}
