import { askOtherwise, openLink, postJob, resume } from '../support/applying-on-screen.ts';
import { findBarriers } from '../support/barriers.ts';
import { expect, settle, test } from '../support/browser.ts';
import { confirmAddress } from '../support/employers.ts';
import { newEmail } from '../support/people.ts';
import { callAuth, newestMail, signInDirectly } from '../support/people-on-screen.ts';
import { expectNoOverflow } from '../support/sound.ts';

// Playwright's own user agent says that it is a robot, and robots are not counted.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

test.describe('without script', () => {
  test.use({ runsScripts: false });

  test('an answer to one question is not taken for an answer to another', async ({
    page,
    server,
  }) => {
    const { id } = await postJob(server.url);
    await server.database.asService.query({
      text: 'update public.jobs set location = $2 where id = $1',
      values: [id, 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'],
    });
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`/job/${id}/apply`);
    await expectNoOverflow(page, 'a place of one long word');
    await page.getByLabel('Your name').fill('Gwen Guest');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByLabel('Resume').setInputFiles(resume);
    await page.getByRole('radio', { name: 'Yes' }).check();
    await server.database.asService.query({
      text: `update public.jobs set location = 'Durham, NC', job_type = 'Part-time' where id = $1`,
      values: [id],
    });
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await expect(page.getByText('The posting has changed since you opened it.')).toBeVisible();
    await expect(page.getByText(/^Location: Durham, NC \(before: Llanfair/)).toBeVisible();
    await expect(page.getByText('Job type: Part-time (before: Full-time)')).toBeVisible();
    await page.getByLabel('Resume').setInputFiles(resume);
    await askOtherwise(server, id);
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await expect(page.getByText('The employer has changed the questions.')).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Gwen Guest');
    const asked = page.getByRole('group', { name: 'Do you need a visa?' });
    await expect(asked.getByRole('radio', { name: 'Yes' })).not.toBeChecked();

    // The job closes, or moves elsewhere, while they write: nothing is sent, and the letter is not
    // lost.
    for (const [change, title] of [
      ["applies_here = false, application_url = 'https://a.example/apply'", 'elsewhere now'],
      ['is_active = false', 'no applications any more'],
    ] as const) {
      await page.getByLabel('A note to the company').fill('I have read your posting twice.');
      await page.getByLabel('Resume').setInputFiles(resume);
      await asked.getByRole('radio', { name: 'Yes' }).check();
      await server.database.asService.query({
        text: `update public.jobs set ${change} where id = $1`,
        values: [id],
      });
      await page.getByRole('button', { name: 'Send me the link' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(page.getByLabel('What you wrote')).toHaveValue(
        'I have read your posting twice.',
      );
      await page.goBack();
    }
  });

  test('a guest applies, confirms by mail, and withdraws', async ({ page, server }) => {
    const { id, title } = await postJob(server.url);
    const email = newEmail();
    await page.goto(`/job/${id}`);
    await page
      .getByRole('link', { name: /^Apply Now/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await page.getByLabel('Your name').fill('Gwen Guest');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Resume').setInputFiles({ ...resume, buffer: Buffer.from('no resume') });
    await page.getByRole('radio', { name: 'Yes' }).check();
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await expect(page.getByText('neither a PDF nor a DOCX')).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Gwen Guest');
    await page.getByLabel('Resume').setInputFiles(resume);
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await expect(page).toHaveURL(/sent=yes/);
    await expect(page.getByText('One step is left')).toBeVisible();

    await openLink(page, await newestMail(page, email, /Send your application/));
    await expect(page.getByText('Gwen Guest')).toBeVisible();
    await page.getByRole('button', { name: 'Send it to the company' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application was sent');
    await page.getByRole('button', { name: 'Withdraw it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your application is withdrawn',
    );
  });
});

test('a guest who creates an account with the same address finds what they sent', async ({
  page,
  context,
  server,
}) => {
  const { id, title } = await postJob(server.url);
  const person = { email: newEmail(), password: 'tulip-ford-84' };
  await page.goto(`/job/${id}/apply`);
  expect(await findBarriers(page)).toEqual([]);
  // The poster sees that somebody came to apply, as for jobs that lead to another site.
  const clicks = async () => {
    const { rows } = await server.database.asService.query<{ clicks: number }>({
      text: 'select apply_clicks as clicks from public.job_activity where job_id = $1',
      values: [id],
    });
    return rows[0]?.clicks;
  };
  await expect.poll(clicks).toBe(1);
  // Everything missing is listed at once, beside its field, and stays until it is filled in.
  await settle(page);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  const gaps = page.locator('.field-error');
  const said = ['Enter your name', 'Enter your email address', 'Choose a file', 'Answer this'];
  await expect(gaps).toContainText(said);
  await expect(page.getByLabel('Your name')).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('Your name').fill('Gwen Guest');
  await page.getByLabel('Email').fill(person.email);
  const large = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(6_000_000) };
  await page.getByLabel('Resume').setInputFiles(large);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(gaps).toContainText(['The file is larger than 5 MB.']);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByLabel('Resume').setInputFiles(resume);
  // A page that is about to be replaced cannot be inspected, so the button's text is recorded.
  await page.locator('.apply-form [type=submit]').evaluate((button) => {
    const note = () => sessionStorage.setItem('said', button.textContent);
    new MutationObserver(note).observe(button, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText('One step is left')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('Sending…');
  await openLink(page, await newestMail(page, person.email, /Send your application/));
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send it to the company' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application was sent');

  await callAuth(server.url, '/signup', { ...person, data: { full_name: 'Gwen Guest' } });
  const { user } = await signInDirectly(context, server.url, person);
  await confirmAddress(server.database, user.id);
  await page.goto('/applications');
  const entry = page.getByRole('listitem').filter({ hasText: title });
  await expect(entry).toContainText('Sent');
  await expect(entry).toContainText('not looked at yet');
  expect(await findBarriers(page)).toEqual([]);
  await entry.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(entry).toContainText('Withdrawn by you');
});
