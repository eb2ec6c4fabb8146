import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';

test('the other side reads that an account was closed, and keeps what they wrote', async ({
  page,
  context,
  server,
}) => {
  const person = await signInDirectly(context, server.url, await newPerson(server.url));
  const { rows } = await server.database.asService.query<{ id: string; leaver: string }>({
    text: `with leaver as (
        insert into auth.users (id, aud, role, email)
        values (gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@people.example')
        returning id
      )
      insert into public.conversations (member_id, candidate_id, member_name, member_company,
        candidate_headline)
      select id, $1, 'Kim Lee', 'Piedmont Valley Health', 'CDI Specialist' from leaver
      returning id, member_id as leaver`,
    values: [person.user.id],
  });
  const { id = '', leaver = '' } = rows[0] ?? {};
  await server.database.asService.query({
    text: `insert into public.messages (conversation_id, sender_id, body)
      values ($1, $2, 'Good morning'), ($1, $3, 'Thank you, tell me more.')`,
    values: [id, leaver, person.user.id],
  });
  const messages = page.getByRole('region', { name: 'Messages of this conversation' });
  await page.goto(`/messages/${id}`);
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('Your message').fill('Half a sentence');
  await server.database.asService.query({
    text: 'delete from auth.users where id = $1',
    values: [leaver],
  });

  // Also on the screen of somebody who is writing: what it says is so.
  const notice = page.locator('.writing-closed');
  await expect(notice).toContainText('Kim Lee has closed their account.');
  await expect(notice).toContainText('Not sent: Half a sentence');
  await expect(notice).toBeFocused();
  await expect(messages.getByRole('listitem')).toHaveText([/Thank you, tell me more\./]);
  await expect(page.getByRole('link', { name: /Kim Lee.*Has closed their account/ })).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveCount(0);
  await page.getByRole('button', { name: 'More for this conversation' }).click();
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
});

test('a saved job of somebody who is banned is shown as unavailable, and its page is gone', async ({
  page,
  context,
  server,
}) => {
  const person = await signInDirectly(context, server.url, await newPerson(server.url));
  const { rows } = await server.database.asService.query<{ id: string }>({
    text: `insert into auth.users (id, aud, role, email, banned_until)
      values (gen_random_uuid(), 'authenticated', 'authenticated',
        gen_random_uuid() || '@people.example', now() + interval '1 day') returning id`,
  });
  const [jobId = ''] = await storeJobs(server.database, [jobRow(rows[0]?.id ?? '')]);
  await server.database.asService.query({
    text: 'insert into public.saved_jobs (user_id, job_id) values ($1, $2)',
    values: [person.user.id, jobId],
  });
  await page.goto('/saved-jobs');
  await expect(page.getByText('Not on the board at the moment')).toBeVisible();
  const answer = await page.goto(`/job/${jobId}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Job Not Found')).toBeVisible();
});
