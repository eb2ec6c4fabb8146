import * as links from '#domain/site/links.ts';
import { expect, test } from '../support/browser.ts';
import { createCandidates } from '../support/candidates.ts';
import { becomeKnown, subscribe } from '../support/employers.ts';
import { fillJobForm } from '../support/job-form.ts';
import { newestMail, newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { heading, openStaffBrowser } from '../support/staff-on-screen.ts';

test('the poster of a job that a rule holds is told, and it is released and goes live', async ({
  page,
  context,
  browser,
  server,
}) => {
  const poster = await newPerson(server.url);
  await signInDirectly(context, server.url, poster);
  const title = `Night biller ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/post-job');
  await fillJobForm(page, {
    title,
    description: 'Bill at night, from home. Send the registration fee with Western Union first.',
  });
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByText('we look at it before it goes live').first()).toBeVisible();
  await page.goto('/my-jobs');
  const own = page.getByRole('listitem', { name: title });
  await expect(own).toContainText('Waiting for review');
  await expectSound(page, { state: 'a job that waits' });
  const told = await newestMail(
    page,
    poster.email,
    /We are reviewing your job before it goes live/,
  );
  expect(told.text).toContain(title);

  const staff = await openStaffBrowser(browser, server, 'staff');
  await staff.page.goto('/staff');
  await staff.page.getByRole('link', { name: 'Jobs that are held back' }).click();
  await staff.page.getByRole('link', { name: title }).click();
  await expect(heading(staff.page)).toContainText(title);
  await expect(staff.page.getByText('ask applicants for money')).toBeVisible();
  await expectSound(staff.page, { state: 'a job that is held' });
  await staff.page.getByRole('button', { name: 'Release' }).click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(staff.page.getByRole('status').getByText('Released', { exact: true })).toBeVisible();
  await staff.context.close();

  await newestMail(page, poster.email, /All is well/);
  await page.reload();
  await expect(own).toContainText('Live');
  await own.getByRole('link', { name: title, exact: true }).click();
  await expect(heading(page)).toHaveText(title);
});

test('a profile is reported on its page and hidden, and both sides are told', async ({
  page,
  context,
  browser,
  server: { actors, database, url, ...server },
}) => {
  const headline = `Coder ${crypto.randomUUID().slice(0, 8)}`;
  const candidate = await createCandidates(actors).candidate({ headline });
  const member = await newPerson(url);
  const { user } = await signInDirectly(context, url, member);
  await subscribe(database, user.id);
  await becomeKnown(database, user.id);
  await page.goto(links.candidate(candidate.profileId));
  await page.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this profile' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByLabel('What is wrong?')).toBeFocused();
  await dialog.getByLabel('What is wrong?').fill('The name and the picture are those of an actor.');
  await expectSound(page, { state: 'a report' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(toastOf(page, 'Report sent')).toBeVisible();

  const staff = await openStaffBrowser(browser, { url, ...server }, 'staff');
  await staff.page.goto('/staff/review?state=open&kind=profile');
  await staff.page.getByRole('link', { name: headline }).click();
  await expect(heading(staff.page)).toContainText(headline);
  await expect(staff.page.getByText('those of an actor')).toBeVisible();
  await expectSound(staff.page, { state: 'a reported profile' });
  await staff.page.getByRole('button', { name: 'Hide the profile' }).click();
  await staff.page.getByLabel('The reason').fill('The picture shows somebody else.');
  await staff.page.getByRole('button', { name: 'Hide and email the reason' }).click();
  await expect(staff.page.getByRole('main').getByText('Hidden', { exact: true })).toBeVisible();
  await staff.context.close();

  const told = await newestMail(page, String(candidate.caller.claims.email), /profile/);
  expect(told.text).toContain('The picture shows somebody else.');
  expect(told.text).toContain('/our-decision?token=');
  const answer = await newestMail(page, member.email, /your report/);
  expect(answer.text).toContain('we acted on it');
  await page.reload();
  await expect(heading(page)).not.toHaveText(headline);
});
