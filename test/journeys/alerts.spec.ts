import type { APIRequestContext } from '@playwright/test';
import { randomToken, sha256 } from '#api/secrets.ts';
import { findBarriers } from '../support/barriers.ts';
import { expect, openPlainPage, test } from '../support/browser.ts';
import { confirmAddress } from '../support/employers.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { callAuth, newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectNoOverflow, expectSound } from '../support/sound.ts';
import type { TestServer } from '../support/start-test-server.ts';

for (const runsScripts of [true, false]) {
  test.describe(`a visitor ${runsScripts ? 'with' : 'without'} JavaScript`, () => {
    test.use({ runsScripts });

    test('saves a search, confirms it, hears of each job once, and stops it', async ({
      page,
      request,
      server,
    }) => {
      const word = `Tapir${crypto.randomUUID().slice(0, 6)}`;
      const email = `${crypto.randomUUID()}@people.example`;
      const post = await poster(server);
      await page.goto(`/jobs?q=${word}&type=Full-time`);
      await page.getByRole('link', { name: 'Email me new ones' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('New jobs by email');
      await expect(page.getByText(`“${word}”, Full-time`)).toBeVisible();
      await page.getByLabel('Email', { exact: true }).fill('not an address');
      await page.getByLabel('How often').selectOption('weekly');
      await page.getByLabel('Day, if once a week').selectOption('Friday');
      await page.getByLabel('At', { exact: true }).selectOption('6 PM');
      await page.getByLabel('Time zone').selectOption('Pacific time');
      await page.getByRole('button', { name: 'Save alert' }).click();
      await expect(page.getByText('Enter an email address in the form')).toBeVisible();
      if (runsScripts) await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Save alert' }).click();
      await expect(page.getByText('One step is left')).toBeVisible();

      const asked = await newestMail(request, email, 1);
      expect(asked).not.toContain(word);
      await page.goto(linkIn(asked, 'confirm'));
      await expect(page.getByText(`“${word}”, Full-time`)).toBeVisible();
      await expect(page.getByText('Every Friday at 6 PM, Pacific time')).toBeVisible();
      await page.getByRole('button', { name: 'Yes, send me these jobs' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your alert is confirmed');

      await post(`${word} first`);
      await itIsTime(server, email);
      expect(await newestMail(request, email, 2)).toContain(`${word} first`);
      await post(`${word} second`);
      await itIsTime(server, email);
      const second = await newestMail(request, email, 3);
      expect(second).toContain(`${word} second`);
      expect(second).not.toContain(`${word} first`);

      await page.goto(linkIn(second, 'stop'));
      await page.getByRole('button', { name: 'Stop this alert' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This alert has stopped');
      await page.goto(linkIn(second, 'stop'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing to stop');
    });
  });
}

test('what strangers requested waits beside one’s own, and is not confirmed with it', async ({
  context,
  server,
  request,
}) => {
  const email = `${crypto.randomUUID()}@people.example`;
  const times = { rhythm: 'daily', weekday: '1', hour: '8', time_zone: 'America/New_York' };
  for (const q of ['theirs', 'mine']) {
    await request.post(`/alerts/new?q=${q}`, { form: { email, ...times } });
  }
  const page = await openPlainPage(context, server.url);
  await page.goto(linkIn(await newestMail(request, email, 1), 'confirm'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your alerts');
  await page.getByRole('button', { name: /“mine”$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your alert is confirmed');
  await expect(page.getByText('Waiting for you to confirm')).toBeVisible();
  await expect(page.getByText('“theirs”').first()).toBeVisible();
  const { rows } = await server.database.asService.query<{ address: string }>({
    text: 'select address from public.alerts where email = $1 and confirmed_at is not null',
    values: [email],
  });
  expect(rows).toEqual([{ address: 'q=mine' }]);
});

test('a mail program unsubscribes from alerts, and from mails about messages, with one request', async ({
  request,
  server,
}) => {
  const word = `Tapir${crypto.randomUUID().slice(0, 6)}`;
  const email = `${crypto.randomUUID()}@people.example`;
  const post = await poster(server);
  const form = { email, rhythm: 'daily', weekday: '1', hour: '8', time_zone: 'America/New_York' };
  await request.post(`/alerts/new?q=${word}`, { form });
  await newestMail(request, email, 1);
  await server.database.asService.query({
    text: 'update public.alerts set confirmed_at = now() where email = $1',
    values: [email],
  });
  await post(`${word} first`);
  await itIsTime(server, email);
  const address = linkIn(await newestMail(request, email, 2), 'stop');
  const opened = await request.get(address);
  expect(opened.headers()['referrer-policy']).toBe('same-origin');
  expect(opened.headers()['cache-control']).toBe('no-store');
  const response = await request.post(address, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(response.status()).toBe(200);
  const { rowCount } = await server.database.asService.query({
    text: 'select from public.alerts where email = $1',
    values: [email],
  });
  expect(rowCount).toBe(0);

  // And from mails about messages.
  const { user } = await callAuth(
    server.url,
    '/token?grant_type=password',
    await newPerson(server.url),
  );
  const token = randomToken();
  await server.database.asService.query({
    text: 'select private.keep_message_mail_token($1, $2)',
    values: [sha256(token), user.id],
  });
  const stopped = await request.post(`/messages/stop-mails?token=${token}`, {
    form: { 'List-Unsubscribe': 'One-Click' },
  });
  expect(await stopped.text()).toContain('These emails have stopped');
  const { rows } = await server.database.asService.query<{ mail_notices: boolean }>({
    text: 'select mail_notices from public.message_settings where user_id = $1',
    values: [user.id],
  });
  expect(rows).toEqual([{ mail_notices: false }]);
});

test('somebody whose address is not confirmed reads that nothing comes before it is', async ({
  page,
  context,
  server,
}) => {
  const session = await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/alerts/new?q=coder');
  await expect(page.getByText('once you have confirmed that')).toBeVisible();
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page).toHaveURL('/alerts');
  await expect(page.getByText('Confirm your email address first')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await confirmAddress(server.database, session.user.id);
  await page.reload();
  await expect(page.getByText('1 of 10 alerts')).toBeVisible();
  await expect(page.getByText('Confirm your email address first')).toHaveCount(0);

  // Removed in another tab: nothing that no longer exists may be shown as on.
  await server.database.asService.query({
    text: 'delete from public.alerts where user_id = $1',
    values: [session.user.id],
  });
  await page.getByRole('switch', { name: /^Send this alert/ }).click();
  await expect(page.getByText('This alert has since been removed.')).toBeVisible();
  await expect(page.getByText('You have no alerts yet')).toBeVisible();
});

test('a candidate sees why jobs fit, and manages their alerts', async ({
  page,
  context,
  server,
  complaints,
}) => {
  const word = `Tapir${crypto.randomUUID().slice(0, 6)}`;
  const post = await poster(server);
  const session = await signInDirectly(context, server.url, await newPerson(server.url));
  await confirmAddress(server.database, session.user.id);
  await server.database.asService.query({
    text: `insert into public.candidate_profiles (user_id, headline, skills, preferred_job_types, preferred_locations)
      values ($1, 'Coder', array[$2], '{Full-time}', '{"Charlotte, NC"}')`,
    values: [session.user.id, word],
  });
  await post(`Analyst who knows ${word}`);
  await page.goto(`/jobs?q=${word}`);
  await expect(
    page.getByText(`Fits you: names ${word}; in Charlotte, NC; full-time`),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Email me new ones' }).click();
  await expect(page.getByText('It goes to the email address of your account')).toBeVisible();
  await page.getByLabel('How often').selectOption('weekly');
  await page.getByLabel('Day, if once a week').selectOption('Friday');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page).toHaveURL('/alerts');
  const entry = page.getByRole('listitem').filter({ hasText: `“${word}”` });
  await expect(entry.getByLabel('Day', { exact: true })).toHaveValue('5');
  await expect(page.getByText('1 of 10 alerts')).toBeVisible();
  await expect(page.getByText(`Fits you: names ${word}`)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await entry.getByLabel('At').selectOption('6 PM');
  await entry.getByRole('switch').click();
  await expect(entry.getByText('Nothing is sent while it is off')).toBeVisible();
  await expect
    .poll(async () => (await alertsOf(server, session.user.id))[0])
    .toEqual({ kind: 'jobs', hour: 18, is_on: false });
  // Whoever follows the link in one of its mails now is not asked whether to stop it.
  const token = randomToken();
  await server.database.asService.query({
    text: `insert into private.alert_tokens (token_hash, alert_id)
      select $1, id from public.alerts where user_id = $2`,
    values: [sha256(token), session.user.id],
  });
  const stopPage = await (await page.request.get(`/alerts/stop?token=${token}`)).text();
  expect(stopPage).toContain('This alert is off');
  expect(stopPage).not.toContain('Stop this alert');
  await page.getByRole('link', { name: 'Email me jobs that fit' }).click();
  await expect(page.getByText('Jobs that fit your profile')).toBeVisible();
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page.getByText('2 of 10 alerts')).toBeVisible();
  await entry.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('1 of 10 alerts')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 of 10 alerts')).toBeVisible();
  expect(await alertsOf(server, session.user.id)).toMatchObject([{ kind: 'fit', is_on: true }]);

  await server.asAdmin((client) =>
    client.query(
      `select staff.keep_mail('alert-jobs', email, 'bounced', '550 5.1.1 User unknown', 'News', null)
        from auth.users where id = $1`,
      [session.user.id],
    ),
  );
  for (const address of ['/alerts', '/account']) {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('Our last email to you came back');
    await expectSound(page, { state: `a mailbox that is gone, ${address}`, part: 'main' });
  }
  expect(complaints).toEqual([]);
});

test('the page of an alert fits a small screen, and an unknown place is reported', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/alerts/new?q=coder&place=Durham');
  expect(await findBarriers(page)).toEqual([]);
  await expectNoOverflow(page, 'an alert for a search');
  const response = await request.post('/alerts/new?place=Atlantis-under-the-sea', {
    form: { email: 'a@people.example', rhythm: 'daily', weekday: '1', hour: '8', time_zone: 'UTC' },
  });
  expect(response.status()).toBe(422);
  expect(await response.text()).toContain('We do not know the place of this search');
});

async function poster(server: TestServer) {
  const { user } = await callAuth(
    server.url,
    '/token?grant_type=password',
    await newPerson(server.url),
  );
  return (title: string) =>
    storeJobs(server.database, [jobRow(user.id, { title, company: `Clinic ${user.id}` })]);
}

/** As if the time for an alert had come. */
async function itIsTime(server: TestServer, email: string) {
  // The mail before is there a moment before it is noted as sent, and until then no other one begins.
  await expect
    .poll(async () => {
      const { rows } = await server.database.asService.query({
        text: `update public.alerts set next_at = now() - interval '1 minute'
          where email = $1 and claimed_at is null returning id`,
        values: [email],
      });
      return rows.length;
    })
    .toBe(1);
  await server.database.asService.query({ text: `select queue.add('alert-digests', '{}')` });
}

async function alertsOf(server: TestServer, userId: string) {
  const { rows } = await server.database.asService.query<object>({
    text: 'select kind, hour, is_on from public.alerts where user_id = $1 order by created_at',
    values: [userId],
  });
  return rows;
}

/** The mail comes through the queue, so it may take a moment. */
async function newestMail(request: APIRequestContext, email: string, nth: number) {
  let messages: { text: string }[] = [];
  await expect
    .poll(async () => {
      const response = await request.get(`/dev/outbox.json?to=${email}`);
      messages = (await response.json()) as { text: string }[];
      return messages.length;
    })
    .toBe(nth);
  return messages[0]?.text ?? '';
}

function linkIn(text: string, step: 'confirm' | 'stop'): string {
  return text.match(new RegExp(`/alerts/${step}\\?token=[\\w-]+`))?.[0] ?? '';
}
