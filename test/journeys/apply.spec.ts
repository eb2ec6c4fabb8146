import { askOtherwise, postJob, question, resume } from '../support/applying-on-screen.ts';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { confirmAddress } from '../support/employers.ts';
import { fillByItself } from '../support/fill-by-itself.ts';
import { largeFile } from '../support/large-file.ts';
import { openBrowser } from '../support/people.ts';
import {
  fillSignIn,
  giveProfile,
  newestMail,
  newPerson,
  signInDirectly,
  toastOf,
} from '../support/people-on-screen.ts';
import { docxOf } from '../support/resumes.ts';
import { addApp } from '../support/second-factor.ts';

// Playwright's own user agent says that it is a robot, and robots are not counted.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

test('a candidate with a profile previews what is sent and applies in one press', async ({
  page,
  context,
  server,
}) => {
  const { id, title } = await postJob(server.url);
  const person = await newPerson(server.url);
  await giveProfile(server.url, person);
  const { user } = await signInDirectly(context, server.url, person);
  await confirmAddress(server.database, user.id);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/job/${id}/apply`);
  await expect(page.getByRole('heading', { name: 'What the company gets' })).toBeVisible();
  await expect(page.getByText('Inpatient coder')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Maya Torres');
  expect(await findBarriers(page)).toEqual([]);
  // The problem with a photo is its type, not its size, and keyboard focus stays where it was.
  const photo = await largeFile('IMG_1.HEIC', Buffer.alloc(6_000_000));
  await page.getByLabel('Resume').focus();
  await page.getByLabel('Resume').setInputFiles(photo);
  await expect(page.getByText('This is neither a PDF nor a DOCX file.')).toBeVisible();
  await page.getByLabel('Resume').setInputFiles(resume);
  await expect(toastOf(page, 'Resume saved')).toBeVisible();
  await expect(page.getByLabel('Replace it')).toBeFocused();
  await page.getByRole('radio', { name: 'No' }).check();
  // A pasted text that is too long is not silently cut off.
  const note = page.getByLabel('A note to the company');
  await note.fill('a'.repeat(2_001));
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('1 over the limit of 2,000')).toBeVisible();
  await expect(note).toBeFocused();
  await note.fill('I have written forty appeals.');
  await test.step('what is being sent cannot be changed any more', async () => {
    const sent = Promise.withResolvers<void>();
    await page.route('**/functions/v1/apply-for-job', async (route) => {
      await sent.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(note).not.toBeEditable();
    const profile = page.getByRole('checkbox', { name: /^My profile/ });
    await profile.press('Space');
    await expect(profile).toBeChecked();
    await expect(profile).toBeFocused();
    await page.getByRole('radio', { name: 'Yes' }).press('Space');
    await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();
    sent.resolve();
  });
  await expect(page.locator(':focus')).toContainText('Your application is on its way');
  await newestMail(page, person.email, /Your application was sent/);
  await page.goto('/applications');
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Sent');
  // What does not fit one response is one press away.
  await server.database.asService.query({
    text: `insert into public.applications (job_title, company_id, company_name, applicant_id, name, email, state)
      select 'Sample ' || n, j.company_id, 'Sample', $1, 'Maya', n || '@of-many.example', 'new'
      from generate_series(1, 501) as n, public.jobs as j where j.id = $2`,
    values: [user.id, id],
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Under way (500 so far)' })).toBeVisible();
  await page.getByRole('button', { name: 'Load older applications' }).click();
  await expect(page.getByRole('heading', { name: 'Under way (502)' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('changes while somebody writes are shown beside their text, and gaps before anything is sent', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  await giveProfile(server.url, person);
  const { user } = await signInDirectly(context, server.url, person);
  await confirmAddress(server.database, user.id);
  await test.step('to the questions', async () => {
    const { id } = await postJob(server.url);
    await page.goto(`/job/${id}/apply`);
    const note = page.getByLabel('A note to the company');
    await fillByItself(note, 'I have written forty appeals.');
    // As after a phone has closed the page.
    await page.reload();
    await expect(note).toHaveValue('I have written forty appeals.');
    await page.getByRole('radio', { name: 'Yes' }).check();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
    await askOtherwise(server, id);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The employer has changed the questions.');
    await expect(page.getByRole('group', { name: 'Do you need a visa?' })).toBeVisible();
    await expect(page.getByText(question)).toHaveCount(0);
    await expect(note).toHaveValue('I have written forty appeals.');
    await page.getByRole('radio', { name: 'No' }).check();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByText('Your application is on its way')).toBeVisible();
  });
  await test.step('to the posting itself', async () => {
    const { id, title } = await postJob(server.url);
    await server.database.asService.query({
      text: `update public.jobs set job_type = 'Remote', workplace = 'remote' where id = $1`,
      values: [id],
    });
    await page.goto(`/job/${id}/apply`);
    await expect(page.locator('bdi').filter({ hasText: 'Remote' })).toHaveText('Remote');
    await page.getByRole('radio', { name: 'Yes' }).check();
    await server.database.asService.query({
      text: `update public.jobs set title = 'Night Analyst', salary_range = '$20 an hour' where id = $1`,
      values: [id],
    });
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The posting has changed');
    await expect(page.getByText(`Title: Night Analyst (before: ${title})`)).toBeVisible();
    await expect(page.getByText('Pay: $20 an hour')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Apply: Night Analyst');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByText('Your application is on its way')).toBeVisible();
  });
  await test.step('a resume removed in another tab', async () => {
    const { id } = await postJob(server.url);
    await page.goto(`/job/${id}/apply`);
    await page.getByLabel('Resume').setInputFiles(resume);
    await expect(page.getByRole('checkbox', { name: /^My resume/ })).toBeChecked();
    await test.step('which this tab could not reach the site to remove', async () => {
      await page.route('**/rpc/remove_resume', (route) => route.abort());
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(page.getByText('The site could not be reached.')).toBeVisible();
      await page.unroute('**/rpc/remove_resume');
    });
    await page.getByRole('radio', { name: 'Yes' }).check();
    await server.database.asService.query({
      text: 'update public.resumes set is_current = false where user_id = $1',
      values: [user.id],
    });
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('since been changed or removed');
    await expect(page.getByRole('checkbox', { name: /^My resume/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByText('Your application is on its way')).toBeVisible();
  });
});

test('what somebody writes to a company survives the end of their session', async ({
  page,
  context,
  server,
}) => {
  const { id } = await postJob(server.url);
  const person = await newPerson(server.url);
  await giveProfile(server.url, person);
  const { user } = await signInDirectly(context, server.url, person);
  await confirmAddress(server.database, user.id);
  await page.goto(`/job/${id}/apply`);
  const note = page.getByLabel('A note to the company');
  await note.fill('I have written forty appeals.');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await server.database.asService.query({
    text: 'delete from auth.sessions where user_id = $1',
    values: [user.id],
  });
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Your session has ended', { exact: true })).toBeVisible();
  await expect(note).toHaveValue('I have written forty appeals.');
  expect(await findBarriers(page)).toEqual([]);

  const other = await context.newPage();
  await other.goto('/auth');
  await fillSignIn(other, person);
  await other.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Your session has ended', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Your application is on its way')).toBeVisible();
});

test('a half-finished sign-in is led to its second factor before anybody applies', async ({
  page,
  context,
  server,
}) => {
  const { id } = await postJob(server.url);
  const person = await newPerson(server.url);
  const elsewhere = openBrowser(fetch, { url: server.url });
  await elsewhere.auth.signInWithPassword(person);
  await addApp(elsewhere);
  await signInDirectly(context, server.url, { ...person });
  await page.goto(`/job/${id}/apply`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
  await expect(page).toHaveURL('/auth');
});

test('an application that was decided meanwhile is not reported as withdrawn', async ({
  page,
  context,
  server,
}) => {
  const { id, title } = await postJob(server.url);
  const person = await newPerson(server.url);
  await giveProfile(server.url, person);
  const { user } = await signInDirectly(context, server.url, person);
  await confirmAddress(server.database, user.id);
  await page.goto(`/job/${id}/apply`);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('link', { name: 'See your applications' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: title });
  await entry.getByRole('button', { name: 'Withdraw' }).click();
  await server.database.asService.query({
    text: `with declined as (
        update public.applications set state = 'declined' where job_id = $1 returning id)
      insert into public.application_events (application_id, kind, state, words)
        select id, 'state', 'declined', 'We went on with somebody else.' from declined`,
    values: [id],
  });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(toastOf(page, 'This application has since changed')).toBeVisible();
  await expect(entry).toContainText('Declined');
  await expect(entry).toContainText('The company wrote: We went on with somebody else.');
  await entry.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('You no longer see it.');
  await expect(page.getByRole('alertdialog')).not.toContainText('withdrawn');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page, 'Application deleted')).toBeVisible();
  // The button that had the focus is gone.
  await expect(page.getByRole('region', { name: 'Applications' })).toBeFocused();
});

test('a resume fills in the profile form, and saves nothing by itself', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  await signInDirectly(context, server.url, person);
  await page.goto('/candidate-profile');
  await page.getByText('Start from your resume').click();
  await page.getByLabel('Resume').setInputFiles({ ...resume, buffer: Buffer.from(docxOf([])) });
  await expect(page.getByRole('status').getByText('There is no text in this file')).toBeVisible();
  await page.getByLabel('Resume').setInputFiles(resume);
  await expect(page.getByRole('group', { name: 'What we found' })).toContainText('Denials Manager');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Location' }).uncheck();
  // What is typed between reading and applying the suggestions stays beside them.
  await page.locator('[name=skills]').fill('Coding audit');
  await page.locator('[name=skills]').press('Enter');
  await page.getByRole('button', { name: 'Copy into the form' }).click();
  await expect(page.getByLabel('Resume')).toBeFocused();
  const skills = page.locator('.field').filter({ has: page.locator('[name=skills]') });
  await expect(skills.getByRole('listitem')).toHaveText([/Coding audit/, /CPT/, /SQL/]);
  await expect(page.getByLabel('Headline')).toHaveValue('Denials Manager');
  await expect(page.locator('[name=location]')).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Create Profile' })).toBeVisible();
});
