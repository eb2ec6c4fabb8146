import type { BrowserContext, Page } from '@playwright/test';
import { createCompanies } from '../support/applications.ts';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { findLooseDots } from '../support/loose-dots.ts';
import { newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import type { TestServer } from '../support/start-test-server.ts';

/** A recruiter with a posting that takes applications here. */
async function recruiter(context: BrowserContext, server: TestServer) {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  const name = `Clinic ${user.id}`;
  const row = jobRow(user.id, { company: name, applies_here: true, application_url: null });
  const [jobId = ''] = await storeJobs(server.database, [row]);
  const { rows } = await server.database.asService.query<{ company_id: string }>({
    text: 'select company_id from public.jobs where id = $1',
    values: [jobId],
  });
  const company = { id: rows[0]?.company_id ?? '', name, jobId };
  // Only used to write rows; no request is made.
  const { application } = createCompanies(undefined as never, server.database);
  return {
    user,
    jobId,
    apply: (changes: Record<string, unknown> = {}) => application(company, changes),
    async stateOf(id: string) {
      const { rows } = await server.database.asService.query<{ state: string }>({
        text: 'select state from public.applications where id = $1',
        values: [id],
      });
      return rows[0]?.state;
    },
  };
}

const entry = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const column = (page: Page, name: string) => page.getByRole('region', { name });

test('a recruiter opens an application, takes a note, stars, answers and moves it', async ({
  page,
  context,
  server,
}) => {
  const { apply, jobId, stateOf } = await recruiter(context, server);
  const id = await apply({
    name: 'Ana Torres',
    place: 'Durham, NC',
    note: 'I have coded denials for six years.',
    answers: JSON.stringify([{ question: 'Are you certified?', answer: 'No', meets: false }]),
    meets_needs: false,
    profile: JSON.stringify({ headline: 'Denials analyst', skills: ['Appeals', 'ICD-10'] }),
  });
  await apply({ name: 'Ben Ochoa', place: 'Winston-Salem, North Carolina' });
  await page.goto('/my-jobs');
  // Space is reserved for counts that load later, so they push nothing down.
  const counted = Promise.withResolvers<void>();
  await page.route('**/rpc/count_applications', async (route) => {
    await counted.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: /^Applications to/ }).click();
  await expect(page).toHaveURL(new RegExp(`/my-jobs/${jobId}/applications`));
  await expect(entry(page, 'Ana Torres')).toContainText('Misses a requirement');
  const placeOfSearch = () => page.getByLabel('Search').boundingBox();
  const before = await placeOfSearch();
  counted.resolve();
  await expect(page.getByRole('link', { name: 'New 2' })).toBeVisible();
  expect(await placeOfSearch()).toEqual(before);
  expect(await findBarriers(page, 'main')).toEqual([]);
  await expectLargeLettersFit(page);

  // Two fields in quick succession: both narrow the list.
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Search').fill('torr');
  await page.getByLabel('Place').fill('durham');
  await expect(entry(page, 'Ben Ochoa')).toHaveCount(0);
  await expect(page).toHaveURL(/place=durham/);
  await expect(page).toHaveURL(/q=torr/);
  await page.getByRole('link', { name: 'Ana Torres' }).click();
  const panel = page.getByRole('dialog', { name: 'Ana Torres' });
  await expect(panel).toContainText('I have coded denials for six years.');
  await expect(panel).toContainText('Appeals, ICD-10');
  expect(await findBarriers(page, 'dialog')).toEqual([]);
  const kept = Promise.withResolvers<void>();
  await page.route('**/rest/v1/application_notes*', async (route) => {
    await kept.promise;
    await route.continue();
  });
  await panel.getByLabel('A note').fill('Strong in appeals.');
  await panel.getByRole('button', { name: 'Add the note' }).click();
  // What is typed while it is kept would be cleared with it.
  await expect(panel.getByLabel('A note')).not.toBeEditable();
  kept.resolve();
  await expect(panel.getByText('Strong in appeals.')).toBeVisible();
  // The button is disabled by the empty field, and would lose the focus.
  await expect(panel.getByLabel('A note')).toBeFocused();
  await expect(toastOf(page, 'Note added')).toBeVisible();
  await panel.getByRole('button', { name: /^Remove the note: Strong/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByText('Strong in appeals.')).toHaveCount(0);
  await expect(panel.getByRole('list', { name: 'Notes of the team' })).toBeFocused();
  await panel.getByRole('button', { name: 'Star', exact: true }).click();
  await expect(panel.getByText('Starred by Maya Torres')).toBeVisible();
  // A colleague is faster: nothing is sent before their message has been read.
  await panel.getByLabel('Your message').fill('When can you come?');
  await server.database.asService.query({
    text: `insert into public.application_events (application_id, kind, made_by, words, at)
      values ($1, 'message', $2, 'Thank you for writing.', now() - interval '1 hour'),
        ($1, 'message', $2, 'We write to you on Monday.', now())`,
    values: [id, (await server.actors.signedIn()).id],
  });
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(
    panel.getByRole('alert').getByText('Not sent yet: a colleague has written'),
  ).toBeVisible();
  await expect(panel.getByText('We write to you on Monday.')).toBeVisible();
  await expect(panel.getByLabel('Your message')).toHaveValue('When can you come?');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(toastOf(page, 'Message sent')).toBeVisible();
  await expect(panel.getByText('When can you come?')).toBeVisible();
  await panel.getByRole('button', { name: /Move to…/ }).click();
  await panel.getByRole('button', { name: 'Interview' }).click();
  await expect(panel.getByText(/^Moved to Interview/)).toBeVisible();
  await expect.poll(() => stateOf(id)).toBe('interview');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(entry(page, 'Ana Torres')).toContainText('Interview');
  for (let width = 320; width < 420; width += 8) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(findLooseDots), `${width} px wide`).toEqual([]);
  }
});

test('words that are still being typed go along to the board, and to an application that is opened at once', async ({
  page,
  context,
  server,
}) => {
  const { apply, jobId } = await recruiter(context, server);
  await apply({ name: 'Ana Torres' });
  await page.goto(`/my-jobs/${jobId}/applications`);
  await expect(entry(page, 'Ana Torres')).toBeVisible();
  await page.getByLabel('Search').fill('torr');
  await page.getByRole('link', { name: 'Board' }).click();
  await expect(page).toHaveURL(/q=torr/);
  await expect(page).toHaveURL(/view=board/);
  await page.getByLabel('Search').fill('torres');
  await page.getByRole('link', { name: 'Ana Torres' }).click();
  await expect(page).toHaveURL(/q=torres/);
  await expect(page.getByRole('dialog', { name: 'Ana Torres' })).toBeVisible();
});

test('what was typed survives closing the panel, and the conversation goes on without a membership', async ({
  page,
  context,
  server,
}) => {
  const { apply, jobId } = await recruiter(context, server);
  const applicant = await server.actors.signedIn();
  const id = await apply({ name: 'Ana Torres', applicant_id: applicant.id });
  await page.goto(`/my-jobs/${jobId}/applications?application=${id}`);
  const panel = page.getByRole('dialog', { name: 'Ana Torres' });
  await panel.getByLabel('Your message').fill('When can you come?');
  await panel.getByLabel('A note').fill('Knows Epic.');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.getByRole('link', { name: 'Ana Torres' }).click();
  await expect(panel.getByLabel('A note')).toHaveValue('Knows Epic.');
  await expect(panel.getByLabel('Your message')).toHaveValue('When can you come?');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(toastOf(page, 'Message sent')).toBeVisible();
  await panel.getByRole('link', { name: 'Open the conversation' }).click();
  await page.waitForURL(/\/messages\//);
  await page.getByLabel('Your message').fill('At nine, say?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(
    page.getByRole('region', { name: 'Messages of this conversation' }).getByText('At nine, say?'),
  ).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('');
});

test('a viewer is offered nothing that would be refused', async ({ page, context, server }) => {
  const { apply, jobId, user } = await recruiter(context, server);
  await apply({ name: 'Ana Torres' });
  const read = page.waitForResponse(/company_members/);
  await page.goto(`/my-jobs/${jobId}/applications`);
  await expect(entry(page, 'Ana Torres')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Decline/ })).toBeVisible();
  const tools = page.getByRole('button', { name: /^(Templates|Export as CSV)$/ });
  await expect(tools).toHaveCount(2);
  await read;
  // An admin changes the role while the page is open.
  const become = (role: string) =>
    server.database.asService.query({
      text: 'update public.company_members set role = $2 where user_id = $1',
      values: [user.id, role],
    });
  // The page also reloads when the connection is lost, even though requests fail then.
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  let asked = 0;
  await page.route('**/rest/v1/company_members*', (route) => {
    asked += 1;
    return route.abort();
  });
  await become('recruiter');
  // Each time two requests are made.
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
  await page.unroute('**/rest/v1/company_members*');
  await become('viewer');
  await expect(page.getByRole('button', { name: /^Decline/ })).toHaveCount(0);
  await expect(tools).toHaveCount(0);
  await expect(page.getByLabel('Emails about new applications')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Move to/ })).toHaveCount(0);
  await page.goto(`/my-jobs/${jobId}/applications?view=board`);
  await expect(entry(page, 'Ana Torres')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Hold|Move to)/ })).toHaveCount(0);
  // Somebody who is removed while writing a message can still read it.
  await become('recruiter');
  await page.getByRole('link', { name: 'Ana Torres' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Your message').fill('When can you come?');
  await server.database.asService.query({
    text: 'delete from public.company_members where user_id = $1',
    values: [user.id],
  });
  await expect(panel).toContainText('This application is not one of yours');
  await expect(panel).toContainText('Not sent: When can you come?');
  await page.goto(`/my-jobs/${jobId}/applications`);
  await expect(page.getByText('you do not work for its company')).toBeVisible();
  expect(errors).toEqual([]);
});

test('cards of the board are dragged, moved by keyboard, and announced, also to the second of two people', async ({
  page,
  context,
  server,
}) => {
  const { apply, jobId, stateOf } = await recruiter(context, server);
  const [ana, ben] = [await apply({ name: 'Ana Torres' }), await apply({ name: 'Ben Ochoa' })];
  await test.step('the second of two is told, and sees what the first did', async () => {
    await page.goto(`/my-jobs/${jobId}/applications?view=board&q=Torres`);
    await expect(entry(page, 'Ana Torres')).toBeVisible();
    // There is no total for a filtered list, so the cards that are shown count.
    await expect(column(page, 'New').getByRole('heading')).toHaveText('New 1');
    await expect(page.getByRole('link', { name: 'New', exact: true })).toBeVisible();
    await server.database.asService.query({
      text: `update public.applications set state = 'offer' where id = $1`,
      values: [ana],
    });
    await entry(page, 'Ana Torres')
      .getByRole('button', { name: /Move to…/ })
      .click();
    await entry(page, 'Ana Torres').getByRole('button', { name: 'Declined' }).click();
    await expect(toastOf(page, 'Somebody has since moved this application.')).toBeVisible();
    await expect(column(page, 'Offer').getByRole('link', { name: 'Ana Torres' })).toBeVisible();
    expect(await stateOf(ana)).toBe('offer');
  });
  await page.goto(`/my-jobs/${jobId}/applications?view=board`);
  await expect(entry(page, 'Ana Torres')).toBeVisible();
  expect(await findBarriers(page, 'main')).toEqual([]);
  await entry(page, 'Ana Torres').dragTo(column(page, 'Interview'));
  await expect(column(page, 'Interview').getByRole('link', { name: 'Ana Torres' })).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: 'Ana Torres moved to Interview.' }),
  ).toHaveCount(1);
  await expect(page.getByLabel('Posting').getByRole('option').nth(1)).toContainText('(1 new)');
  await expect.poll(() => stateOf(ana)).toBe('interview');

  await page.setViewportSize({ width: 768, height: 720 });
  await page.getByRole('button', { name: 'Hold Ben Ochoa to move' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: 'Ben Ochoa held, in New' })).toHaveCount(
    1,
  );
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'Over Interview.' })).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(column(page, 'Declined')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Hold Ben Ochoa to move' })).toBeInViewport();
  expect(await stateOf(ben)).toBe('new');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(column(page, 'In review').getByRole('link', { name: 'Ben Ochoa' })).toBeVisible();
  await expect.poll(() => stateOf(ben)).toBe('review');
  // The focus moves along, so that keyboard users can go on from there.
  await expect(page.getByRole('button', { name: 'Hold Ben Ochoa to move' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await entry(page, 'Ben Ochoa').getByRole('button', { name: 'Offer' }).press('Enter');
  await expect(column(page, 'Offer').getByRole('link', { name: 'Ben Ochoa' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hold Ben Ochoa to move' })).toBeFocused();
});

test('many are declined with one sentence, from a template', async ({ page, context, server }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  const { user, apply, jobId, stateOf } = await recruiter(context, server);
  await test.step('two postings with the same title can be told apart', async () => {
    const elsewhere = { company: `Clinic ${user.id}`, location: 'Raleigh, NC' };
    const here = { applies_here: true, application_url: null };
    await storeJobs(server.database, [jobRow(user.id, { ...elsewhere, ...here })]);
    await page.goto('/my-jobs/applications');
    await expect(page.getByLabel('Posting').getByRole('option')).toHaveText([
      'All postings',
      /^Denials Analyst, Raleigh, NC, posted \w{3} \d/,
      /^Denials Analyst, Charlotte, NC, posted \w{3} \d/,
    ]);
  });
  await test.step('an empty inbox says so', async () => {
    await expect(page.getByText('Nobody has applied yet')).toBeVisible();
    await page.goto('/my-jobs/applications?q=nobody');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(page.getByText('Nobody has applied yet')).toBeVisible();
  });
  const ids = [await apply({ name: 'Ana' }), await apply({ name: 'Ben' })];
  await page.goto(`/my-jobs/${jobId}/applications`);
  await page.getByRole('button', { name: 'Templates' }).press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Kind decline');
  await page.getByLabel('Words').fill('Thank you, {name}, for your interest in {job}.');
  await page.getByRole('button', { name: 'Keep the template' }).press('Enter');
  await expect(toastOf(page, 'Template kept')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  expect(await findBarriers(page, 'dialog')).toEqual([]);
  // Nothing is lost by a single press, nor by one beside the dialog while writing.
  await page.getByRole('button', { name: 'Remove Kind decline' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Name').fill('Half of a name');
  await page.mouse.click(187, 4);
  await expect(page.getByLabel('Name')).toHaveValue('Half of a name');
  await expect(page.getByRole('button', { name: 'Remove Kind decline' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Templates' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Half of a name');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Choose all shown' }).click();
  await page.getByRole('button', { name: 'Decline 2…' }).click();
  await page.getByLabel('What they read').fill('We met in May.');
  await page.reload();
  await page.getByRole('button', { name: 'Choose all shown' }).click();
  await page.getByRole('button', { name: 'Decline 2…' }).click();
  await expect(page.getByLabel('What they read')).toHaveValue('We met in May.');
  await page.getByLabel('Begin with a template').selectOption('Kind decline');
  await expect(page.getByLabel('What they read')).toHaveValue(/^We met in May.\n\nThank you/);
  await page.getByLabel('What they read').fill('');
  await page.getByLabel('Begin with a template').selectOption('Kind decline');
  await expect(
    page.getByText(/“Thank you, (Ana|Ben), for your interest in Denials Analyst.”/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Decline and tell them' }).click();
  await expect(toastOf(page, '2 applications declined')).toBeVisible();
  await expect(page.locator('.inbox')).toBeFocused();
  for (const id of ids) expect(await stateOf(id)).toBe('declined');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(375);
});
