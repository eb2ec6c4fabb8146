import { describe, expect, it } from 'vitest';
import type { MailRow, QueueRow } from '#domain/staff/mails.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { newEmail, signedInPerson } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { blackOut } from './black-out.ts';

const api = await openTestApi();
const { actors, database, post } = api;
const staffActor = createStaffActors(api);
const { candidate, send } = createCandidates(actors);
const [kim, lee] = [await staffActor('staff'), await staffActor('owner')];

const act = createStaffCalls(api);
const list = async (filters: object): Promise<MailRow[]> =>
  (await act(kim, 'list-mails', { filters })).body.rows;
const queue = async (filters: object = {}): Promise<QueueRow[]> =>
  (await act(kim, 'list-mail-queue', { filters })).body.rows;

describe('what is stored of an email', () => {
  it('is a letter’s full text, without its link and its code', async () => {
    const { browser, email } = await signedInPerson(api.call);
    await browser.auth.resetPasswordForEmail(email);
    const { link, code } = await post.newestTo(email);
    const [row] = await list({ to: email });
    expect(row).toMatchObject({ kind: 'recovery', state: 'sent', recipient: email });
    const { body: mail } = await act(kim, 'look-mail', { id: row?.id });
    expect(mail.body).toContain('██████');
    const token = new URL(link).searchParams.get('token') ?? 'none';
    const stored = await everythingKept(email);
    for (const secret of [link, code, token]) expect(stored).not.toContain(secret);
    expect(stored).not.toMatch(/https?:/);
    const { body: log } = await act(lee, 'list-log', { filters: { act: 'look-mail' } });
    expect(log.rows[0]).toMatchObject({ subject_id: mail.person ?? String(mail.id) });
  });

  it('is only the head if it contains a person’s words', async () => {
    const [member, them] = [await actors.member(), await candidate()];
    await send(member, them, 'Words for nobody else but you.');
    await post.deliver();
    const [row] = await list({ person: them.id, kind: 'new-message' });
    const { body: mail } = await act(kim, 'look-mail', { id: row?.id });
    expect(mail).toMatchObject({ body: null, kind: 'new-message' });
    expect(await everythingKept(mail.recipient)).not.toContain('Words for nobody');
  });

  it('is removed with the account, and after thirty days', async () => {
    const { id } = await actors.signedIn(newEmail());
    const keep = (recipient: string) =>
      database.asService.query({
        text: `select staff.keep_mail('signup', $1, 'sent', null, 'Kept', null)`,
        values: [recipient],
      });
    const { rows } = await database.asService.query<{ email: string }>({
      text: 'select email from auth.users where id = $1',
      values: [id],
    });
    const old = newEmail();
    await keep(rows[0]?.email ?? '');
    await keep(old);
    expect(await list({ person: id })).toHaveLength(1);
    await database.asService.query({ text: 'delete from auth.users where id = $1', values: [id] });
    expect(await list({ to: rows[0]?.email })).toEqual([]);
    await api.asAdmin(async (client) => {
      await client.query(
        `update staff.mails set at = now() - interval '31 days' where recipient = $1`,
        [old],
      );
    });
    await database.asService.query({ text: 'select staff.clean_mails()' });
    expect(await list({ to: old })).toEqual([]);
  });
});

async function everythingKept(recipient: string) {
  let kept = '';
  await api.asAdmin(async (client) => {
    const { rows } = await client.query('select * from staff.mails where recipient = $1', [
      recipient,
    ]);
    kept = JSON.stringify(rows);
  });
  return kept;
}

it.each([
  ['https://site.test/unsubscribe/abc?x=1 now', '[link blacked out] now'],
  ['Your code: 123 456.', 'Your code: ██████.'],
  ['Button [http://x.test/verify?token=1]', 'Button [[link blacked out]]'],
  ['token dGhpcyBpcyBhIHRva2VuIG9m-_x', 'token ██████'],
  [
    'On June 3, 2026 at 12:40 PM, network 192.0.2.0/24',
    'On June 3, 2026 at 12:40 PM, network 192.0.2.0/24',
  ],
])('blacks out links and codes: %s', (text, expected) => {
  expect(blackOut(text)).toBe(expected);
});

describe('the queue', () => {
  /** A task that has used up all of its attempts. */
  async function failedTask(task = 'auth-notice', to = newEmail()) {
    let id = '';
    await api.asAdmin(async (client) => {
      const { rows } = await client.query(
        `select (graphile_worker.add_job($1, $2, max_attempts => 1)).id`,
        [
          task,
          JSON.stringify({
            kind: 'password-changed',
            to,
            siteUrl: 'http://site.test',
            subject: '',
            device: 'Firefox',
            place: '',
            at: new Date().toISOString(),
          }),
        ],
      );
      id = String(rows[0].id);
      await client.query(
        `update graphile_worker._private_jobs set attempts = 1,
          last_error = 'No line to https://mail.test/?key=secret' where id = $1`,
        [id],
      );
    });
    return id;
  }
  const ids = (rows: QueueRow[]) => rows.map(({ id }) => String(id));

  it('shows what failed, which staff can retry, and the email then appears among those sent', async () => {
    const id = await failedTask();
    const row = (await queue({ state: 'failed' })).find((each) => String(each.id) === id);
    expect(row).toMatchObject({ state: 'failed', task: 'auth-notice', kind: 'password-changed' });
    expect(row?.error).toBe('No line to [link blacked out]');
    const { body } = await act(kim, 'retry-tasks', { tasks: [{ id }, { id: '999999999' }] });
    expect(body.done).toEqual([id]);
    expect(body.refused[0]).toMatchObject({
      id: '999999999',
      why: expect.stringContaining('left the queue'),
    });
    await post.deliver();
    expect(ids(await queue())).not.toContain(id);
    expect(await list({ to: row?.recipient })).toMatchObject([{ kind: 'password-changed' }]);
    const log = await act(lee, 'list-log', { filters: { act: 'retry-tasks', subject: id } });
    expect(log.body.rows[0]).toMatchObject({ before: { task: 'auth-notice', attempts: 1 } });
  });

  it('can only be deleted from by owners, with a reason', async () => {
    const id = await failedTask();
    const tasks = [{ id }];
    const reason = 'The address is wrong.';
    expect((await act(kim, 'drop-tasks', { tasks, reason })).status).toBe(404);
    expect((await act(lee, 'drop-tasks', { tasks })).status).toBe(400);
    expect((await act(lee, 'drop-tasks', { tasks, reason })).body.done).toEqual([id]);
    expect(ids(await queue())).not.toContain(id);
  });

  it('forgets an address with the account, even an unproved one, and after thirty days', async () => {
    const waits = async (task: string) => ids(await queue()).includes(task);
    for (const isProved of [true, false]) {
      const email = newEmail();
      const { id } = await actors.signedIn(email, { isProved });
      const task = await failedTask('auth-notice', email);
      expect(await waits(task)).toBe(true);
      await database.asService.query({
        text: 'delete from auth.users where id = $1',
        values: [id],
      });
      expect([isProved, await waits(task)]).toEqual([isProved, false]);
    }
    const [old, young] = [await failedTask(), await failedTask()];
    await api.asAdmin((client) =>
      client.query(
        `update graphile_worker._private_jobs set updated_at = now() - interval '31 days' where id = $1`,
        [old],
      ),
    );
    await database.asService.query({ text: 'select staff.clean_mails()' });
    expect([await waits(old), await waits(young)]).toEqual([false, true]);
    await act(lee, 'drop-tasks', { tasks: [{ id: young }], reason: 'A trial of ours.' });
  });

  it('keeps batches of a newsletter, which is stopped on its own page', async () => {
    const id = await failedTask('newsletter-edition');
    const { body } = await act(lee, 'drop-tasks', { tasks: [{ id }], reason: 'Enough of it.' });
    expect(body.refused[0].why).toContain('newsletter');
    await api.asAdmin((client) =>
      client.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id]),
    );
  });

  it('separates email tasks from the others, a page at a time', async () => {
    const id = await failedTask('count-figures');
    expect(ids(await queue({ tasks: 'others' }))).toContain(id);
    expect(ids(await queue())).not.toContain(id);
    await act(lee, 'drop-tasks', { tasks: [{ id }], reason: 'A trial of ours.' });
    const many = [];
    for (let count = 0; count < 55; count += 1) many.push(await failedTask());
    const { body: first } = await act(kim, 'list-mail-queue', {});
    const { body: rest } = await act(kim, 'list-mail-queue', { after: first.next });
    const all = [...ids(first.rows), ...ids(rest.rows)];
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(many));
    await act(lee, 'drop-tasks', { tasks: many.map((each) => ({ id: each })), reason: 'A trial.' });
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
