import { expect, test } from '../support/browser.ts';
import { largeFile } from '../support/large-file.ts';
import {
  fillSignIn,
  giveProfile,
  newPerson,
  signInDirectly,
  storageKey,
  toastOf,
} from '../support/people-on-screen.ts';
import { largePicture, picture } from '../support/pictures.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import { expectSound } from '../support/sound.ts';

const headline = 'Inpatient coding auditor';

test('a profile is created with a picture, hidden from a company, changed in two tabs and deleted', async ({
  page,
  context,
  server,
  complaints,
}) => {
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(context, server.url, person);
  const table = '**/rest/v1/candidate_profiles?*';
  await page.route(table, (route) => route.fulfill({ status: 500, json: { message: 'Not now' } }));
  await page.goto('/candidate-profile');
  await expect(toastOf(page, 'Error')).toBeVisible();
  await expect(page.getByText('Not now')).toHaveCount(1);
  await page.unroute(table);
  await page.getByRole('button', { name: 'Try again' }).click();

  await test.step('gaps are named, the first one in a toast too', async () => {
    await page.getByLabel('LinkedIn URL').fill('linkedin');
    await page.getByRole('button', { name: 'Create Profile' }).click();
    await expect(toastOf(page, 'Validation Error')).toBeVisible();
    await expect(page.getByText('Headline must be at least 3 characters')).toBeVisible();
    await expect(page.getByLabel('Headline', { exact: true })).toBeFocused();
    await expect(page.getByText('Please enter a valid URL')).toBeVisible();
    await expectSound(page, { part: 'main' });
    await expectLargeLettersFit(page);
    await page.getByLabel('Headline', { exact: true }).fill(headline);
    await expect(page.getByText('Headline must be')).toHaveCount(0);
    await page.getByLabel('LinkedIn URL').fill('https://www.linkedin.com/in/maya');
  });

  await test.step('lists follow their rules', async () => {
    const skills = page.getByLabel('Skills');
    await skills.fill(Array.from({ length: 30 }, (_, index) => `Skill ${index + 1}`).join(', '));
    await skills.press('Enter');
    await skills.fill('skill 3');
    await skills.press('Enter');
    await expect(page.getByText('It is in the list already')).toBeVisible();
    await expect(toastOf(page, 'Limit reached')).toHaveCount(0);
    await skills.fill('CDI');
    await skills.press('Enter');
    await expect(toastOf(page, 'Limit reached')).toContainText('You can add up to 30 skills');
    // Leaving the field tries its text once more.
    await skills.blur();
    await expect(toastOf(page, 'Limit reached')).toHaveCount(1);
    await skills.fill('');
    const places = page.getByLabel('Preferred locations');
    await places.fill('Raleigh, NC');
    // As Safari reports the Enter that confirms a Japanese word: the event says that composition
    // has ended, but its key code says that the key is not for us.
    await places.evaluate((field) =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }),
      ),
    );
    await expect(places).toHaveValue('Raleigh, NC');
    await places.blur();
    await expect(page.getByRole('button', { name: 'Remove Raleigh, NC' })).toBeVisible();
    await page.getByLabel('Contract').check();
  });

  await test.step('an invalid picture is refused, a valid one is shown at once', async () => {
    const file = page.getByLabel('Picture file');
    await file.setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await expect(page.locator('#picture-problem')).toContainText(
      'Choose a PNG, JPEG or WebP picture.',
    );
    await file.setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await picture('png', { width: 300, height: 300 }),
    });
    await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible();
    await expect(page.locator('.profile-picture img')).toHaveJSProperty('naturalWidth', 300);
    await expect(page.locator('.profile-sheet img')).toBeVisible();
    // As a phone takes it: larger than the service accepts, and than anybody would see.
    await file.setInputFiles(await largeFile('IMG_0001.png', await largePicture()));
    await expect(page.locator('.profile-picture img')).toHaveJSProperty('naturalWidth', 800);
    // A broken picture is not called too large.
    await file.setInputFiles(await largeFile('IMG_0003.jpg', Buffer.alloc(6_000_000)));
    await expect(page.locator('#picture-problem')).toContainText('it may be damaged');
    await file.setInputFiles({
      name: 'IMG_0002.HEIC',
      mimeType: 'image/heic',
      buffer: Buffer.from('as only Safari reads it'),
    });
    await expect(page.locator('#picture-problem')).toContainText('Save yours as JPEG');
  });
  // The browser itself reports the refused request on the console.
  complaints.length = 0;

  await page.getByLabel('Public profile').check();
  await expect(page.getByText('can find this profile, read all of it')).toBeVisible();
  // The response is lost, but the profile is saved.
  await page.route(
    table,
    (route, request) => route.continue({ headers: { ...request.headers(), prefer: '' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Create Profile' }).click();
  await expect(toastOf(page, 'Profile created')).toBeVisible();
  // A keyboard user goes on from there.
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeFocused();
  const { rows } = await server.database.asService.query({
    text: `select public_profile, headline, cardinality(skills) as skills, preferred_locations,
      preferred_job_types, experience_level, availability, profile_picture_url
      from public.candidate_profiles where user_id = $1`,
    values: [user.id],
  });
  expect(rows).toEqual([
    {
      public_profile: true,
      headline,
      skills: 30,
      preferred_locations: ['Raleigh, NC'],
      preferred_job_types: ['Contract'],
      experience_level: 'Mid',
      availability: 'Within 3 months',
      profile_picture_url: expect.stringContaining(`/avatars/${user.id}/`),
    },
  ]);

  await test.step('hidden is only said of what is saved as hidden', async () => {
    await page.getByLabel('Public profile').uncheck();
    await expect(page.getByText('can find this profile until you save it')).toBeVisible();
    await expect(page.getByText('Only you see this profile.')).toHaveCount(0);
    await expect(page.getByText('Still public until you save it.')).toBeVisible();
    await page.getByLabel('Public profile').check();
    await expect(page.getByText('Still public until you save it.')).toHaveCount(0);
  });

  await test.step('companies to hide from', async () => {
    await page.locator('.profile-more').scrollIntoViewIfNeeded();
    const company = page.getByRole('textbox', { name: 'Company', exact: true });
    await company.fill('Tidewater Health, Inc.');
    await company.press('Enter');
    const hides = page.getByRole('list', { name: 'Companies that you hide from' });
    await expect(hides).toContainText('Tidewater Health, Inc.');
    await company.fill('tidewater health');
    await company.press('Enter');
    await expect(page.getByText('You already hide from this company').first()).toBeVisible();
  });
  complaints.length = 0;

  await test.step('two tabs do not overwrite each other', async () => {
    const other = await context.newPage();
    await other.goto('/candidate-profile');
    await other.getByLabel('Headline', { exact: true }).fill('From the other tab');
    await other.getByLabel(/^Location/).fill('Durham, NC');
    await other.getByRole('button', { name: 'Update Profile' }).click();
    await expect(toastOf(other, 'Profile updated')).toBeVisible();
    await other.close();

    await page.getByLabel('Headline', { exact: true }).fill('From this tab');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expect(toastOf(page, 'Your profile was changed elsewhere')).toBeVisible();
    await expect(page.getByLabel('Headline', { exact: true })).toHaveValue('From this tab');
    await expect(page.getByLabel(/^Location/)).toHaveValue('Durham, NC');
    await expect(page.locator('.profile-meanwhile')).toContainText('From the other tab');
    await expectSound(page, { part: 'main' });
    await page.getByRole('button', { name: 'Take this for Headline' }).press('Enter');
    await expect(page.getByLabel('Headline', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Headline', { exact: true })).toHaveValue('From the other tab');
    await page.keyboard.type(', and from this one');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expect(toastOf(page, 'Profile updated')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Headline', { exact: true })).toHaveValue(
      'From the other tab, and from this one',
    );
    await expect(page.getByLabel(/^Location/)).toHaveValue('Durham, NC');
  });

  await test.step('nobody is told to publish what staff have hidden', async () => {
    await server.asAdmin((client) =>
      client.query(
        `with hidden as (insert into private.hidden_profiles (user_id, was_public) values ($1, true))
          update public.candidate_profiles set public_profile = false where user_id = $1`,
        [user.id],
      ),
    );
    await page.reload();
    await expect(page.getByText('Our staff hid this profile, so only you see it.')).toBeVisible();
    await expect(page.getByLabel('Public profile')).toBeDisabled();
    await expect(page.getByText('Hidden by our staff: only you see this.')).toBeVisible();
    await expect(page.getByText(/make it public|not public yet/i)).toHaveCount(0);
  });

  await page.getByRole('button', { name: 'Delete Profile' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to delete your profile? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete Profile' }).click();
  await expect(toastOf(page, 'Profile deleted')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
  expect(complaints).toEqual([]);
});

test('nothing moves away from under the button that deletes', async ({ page, context, server }) => {
  const person = await newPerson(server.url);
  await giveProfile(server.url, person);
  await signInDirectly(context, server.url, person);
  const answer = Promise.withResolvers<void>();
  await page.route('**/rest/v1/profile_hides?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/rest/v1/profile_hides?*');
  await page.goto('/candidate-profile');
  await page.getByRole('button', { name: 'Update Profile' }).scrollIntoViewIfNeeded();
  await asked;
  await expect(page.getByRole('button', { name: 'Delete Profile' })).toHaveCount(0);
  answer.resolve();
  await expect(page.getByRole('button', { name: 'Delete Profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide from this company' })).toBeVisible();
});

test('a draft survives a reload and an ended session', async ({ page, context, server }) => {
  const person = await newPerson(server.url);
  await signInDirectly(context, server.url, person);
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/candidate-profile');
  await page.getByLabel('Headline', { exact: true }).fill(headline);
  await page.getByLabel('Skills').fill('CDI,');
  await page.getByLabel('Skills').press('Enter');
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByLabel('Headline', { exact: true })).toHaveValue(headline);

  await page.evaluate((key) => localStorage.removeItem(key), storageKey(server.url));
  await page.getByRole('button', { name: 'Create Profile' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'User not authenticated' })).toBeVisible();
  await page.reload();
  await page.waitForURL('**/auth');
  await fillSignIn(page, person);
  await page.waitForURL('**/candidate-profile');
  await expect(page.getByRole('button', { name: 'Remove CDI' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Profile' }).click();
  await expect(toastOf(page, 'Profile created')).toBeVisible();
  await expect(page.getByText('Draft restored')).toBeHidden();
});

test('a profile that was accepted counts as created, whatever shape the answer has', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/candidate-profile');
  for (const answer of [[], { id: crypto.randomUUID(), user_id: user.id, headline }]) {
    await page.route('**/rest/v1/candidate_profiles?*', (route, request) =>
      request.method() === 'POST'
        ? route.fulfill({ status: 201, json: answer })
        : route.fulfill({ json: [] }),
    );
    await page.getByLabel('Headline', { exact: true }).fill(headline);
    await page.getByRole('button', { name: 'Create Profile' }).click();
    await expect(toastOf(page, 'Profile created')).toBeVisible();
    await page.reload();
  }
});
