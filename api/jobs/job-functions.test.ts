import { describe, expect, test, vi } from 'vitest';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { randomAddress, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post } = api;
const poster = await signedInPerson(api.call);
const posterId = poster.user.id;
await confirm(posterId);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const past = '2026-01-01T00:00:00Z';

async function call(name: string, body: object, headers: Record<string, string> = {}) {
  const response = await api.fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'user-agent': firefox, 'x-client-address': randomAddress(), ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const as = (person: { session: { access_token: string } }) => ({
  authorization: `Bearer ${person.session.access_token}`,
});
async function confirm(id: string) {
  await database.asService.query({
    text: 'update auth.users set email_confirmed_at = now(), email_proved_at = now() where id = $1',
    values: [id],
  });
}
async function store(changes: Record<string, unknown> = {}) {
  const [id = ''] = await storeJobs(database, [jobRow(posterId, changes)]);
  return id;
}

describe('track-job-click', () => {
  const referrer = 'https://site.test/jobs';
  async function clicks(jobId: string) {
    const { rows } = await database.asService.query<{ apply_clicks: number }>({
      text: 'select apply_clicks from public.job_activity where job_id = $1',
      values: [jobId],
    });
    return rows[0]?.apply_clicks ?? 0;
  }

  test('counts a visitor once in half an hour, and others separately', async () => {
    const jobId = await store();
    const visitor = { 'x-client-address': '203.0.113.9' };
    for (let count = 0; count < 3; count += 1) {
      const answer = await call('track-job-click', { jobId, referrer }, visitor);
      expect(answer).toEqual({ status: 200, body: {} });
    }
    expect(await clicks(jobId)).toBe(1);
    await call('track-job-click', { jobId, referrer }, { 'x-client-address': '203.0.113.10' });
    expect(await clicks(jobId)).toBe(2);
    await database.asService.query({
      text: `update public.job_click_marks set ends_at = now() - interval '1 second'`,
    });
    await call('track-job-click', { jobId, referrer }, visitor);
    expect(await clicks(jobId)).toBe(3);
  });

  test('counts somebody once around midnight, when the key of the marks changes', async () => {
    const jobId = await store();
    const visitor = { 'x-client-address': '203.0.113.12' };
    const clickAt = async (at: string) => {
      vi.setSystemTime(at);
      await call('track-job-click', { jobId }, visitor);
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (const at of ['2027-03-01T23:59:00Z', '2027-03-02T00:01:00Z']) await clickAt(at);
      expect(await clicks(jobId)).toBe(1);
      await clickAt('2027-03-02T00:31:00Z');
      expect(await clicks(jobId)).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('recognizes a person at another address', async () => {
    const jobId = await store();
    const person = await signedInPerson(api.call);
    await call('track-job-click', { jobId }, as(person));
    await call('track-job-click', { jobId }, as(person));
    expect(await clicks(jobId)).toBe(1);
  });

  test.each([
    ['a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['a program without a name', { 'user-agent': '' }],
  ])('leaves out %s', async (_, headers) => {
    const jobId = await store();
    expect((await call('track-job-click', { jobId }, headers)).status).toBe(200);
    expect(await clicks(jobId)).toBe(0);
  });

  test('does not reveal whether a job exists, and counts nothing that is over', async () => {
    const over = await store({ published_at: past });
    for (const jobId of [crypto.randomUUID(), 'nonsense', over]) {
      expect(await call('track-job-click', { jobId })).toEqual({ status: 200, body: {} });
    }
    expect(await clicks(over)).toBe(0);
    expect((await call('track-job-click', {})).status).toBe(400);
  });

  test('counts no more than somebody can click by hand', async () => {
    const visitor = { 'x-client-address': '203.0.113.11' };
    const ids = await storeJobs(
      database,
      Array.from({ length: 61 }, () => jobRow(posterId)),
    );
    for (const jobId of ids) {
      expect((await call('track-job-click', { jobId }, visitor)).status).toBe(200);
    }
    expect(await clicks(ids.at(-2) ?? '')).toBe(1);
    expect(await clicks(ids.at(-1) ?? '')).toBe(0);
  });

  test('stores neither address nor person', async () => {
    const { rows } = await database.asService.query<{ mark: string }>({
      text: 'select * from public.job_click_marks',
    });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.mark).toMatch(/^[\w-]{43}$/);
  });

  test('shows the counts only to the poster', async () => {
    const { data } = await poster.browser.from('job_activity').select('*');
    expect(data?.length).toBeGreaterThan(0);
    const stranger = await actors.signedIn();
    await storeJobs(database, [jobRow(stranger.id, { company: 'Another One' })]);
    expect((await stranger.client.from('job_activity').select('*')).data).toEqual([]);
    const visitor = await actors.anonymous.client.from('job_activity').select('*');
    expect(visitor.error?.code).toBe('42501');
  });
});

describe('send-job-confirmation', () => {
  test('emails the contact of a job that was just posted, once', async () => {
    const contact = `${crypto.randomUUID()}@clinic.example`;
    const title = '<b>Nurse</b> & محلل';
    const id = await store({ contact_email: contact, title });
    const details = { email: contact.toUpperCase(), jobDetails: { id, title } };
    expect((await call('send-job-confirmation', details, as(poster))).body).toEqual({ sent: true });
    expect((await call('send-job-confirmation', details, as(poster))).body).toEqual({
      sent: false,
    });
    const messages = await post.sentTo(contact);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.subject).toContain('Your job is on the board');
    expect(messages[0]?.text).toContain(title);
    expect(messages[0]?.html).not.toContain('<b>Nurse');
    expect(messages[0]?.text).toContain(`/job/${id}`);
    expect(messages[0]?.text).toContain('/my-jobs');
  });

  test('reveals no address of the poster to a contact who may know nothing about it', async () => {
    const contact = `${crypto.randomUUID()}@clinic.example`;
    const title = 'You won: evil-clinic.com';
    const id = await store({ contact_email: contact, title });
    await call('send-job-confirmation', { email: contact, jobDetails: { id } }, as(poster));
    const [message] = await post.sentTo(contact);
    expect(message?.text).toContain('A job on our board');
    expect(`${message?.subject}${message?.text}${message?.html}`).not.toContain('evil-clinic');
  });

  test('emails the poster, and finds the newest job if none is named', async () => {
    await store({ title: 'The newest of all' });
    const details = { email: poster.email, jobDetails: { title: 'The newest of all' } };
    expect((await call('send-job-confirmation', details, as(poster))).status).toBe(200);
    const [message] = await post.sentTo(poster.email);
    expect(message?.text).toContain('The newest of all');
  });

  test('emails the poster instead of the contact until the poster’s address is confirmed', async () => {
    const newcomer = await signedInPerson(api.call);
    const contact = `${crypto.randomUUID()}@clinic.example`;
    const rows = Array.from({ length: 2 }, () =>
      jobRow(newcomer.user.id, { contact_email: contact }),
    );
    const [first = '', second = ''] = await storeJobs(database, rows);
    const ask = (id: string) =>
      call('send-job-confirmation', { email: contact, jobDetails: { id } }, as(newcomer));
    expect((await ask(first)).body).toEqual({ sent: true });
    expect(await post.sentTo(contact)).toEqual([]);
    const [message] = await post.sentTo(newcomer.email);
    expect(message?.text).toContain(`/job/${first}`);
    await confirm(newcomer.user.id);
    expect((await ask(second)).body).toEqual({ sent: true });
    expect((await post.sentTo(contact))[0]?.text).toContain(`/job/${second}`);
  });

  test('says nothing in the poster’s words to an address that nobody has confirmed', async () => {
    const newcomer = await signedInPerson(api.call);
    const title = 'You won: evil-clinic.com';
    const [id = ''] = await storeJobs(database, [jobRow(newcomer.user.id, { title })]);
    const details = { email: newcomer.email, jobDetails: { id } };
    expect((await call('send-job-confirmation', details, as(newcomer))).body.sent).toBe(true);
    const [message] = await post.sentTo(newcomer.email);
    expect(message?.text).toContain(`/job/${id}`);
    expect(`${message?.subject}${message?.text}${message?.html}`).not.toContain('evil-clinic');
  });

  test('emails an unconfirmed address three times a day', async () => {
    const newcomer = await signedInPerson(api.call);
    const rows = Array.from({ length: 6 }, () => jobRow(newcomer.user.id));
    const sent: unknown[] = [];
    for (const id of await storeJobs(database, rows)) {
      const details = { email: newcomer.email, jobDetails: { id } };
      sent.push((await call('send-job-confirmation', details, as(newcomer))).body.sent);
    }
    expect(sent).toEqual([true, true, true, false, false, false]);
    const { rows: kept } = await database.asService.query<{ seconds: number }>({
      text: `select round((max(expire) - extract(epoch from now()) * 1000) / 1000)::int as seconds
        from private.rate_limits where key like 'confirmationToUnproved:%'`,
    });
    expect(kept[0]?.seconds).toBeGreaterThan(86_000);
  });

  test('emails no stranger, about no other job, and for no visitor', async () => {
    const id = await store();
    const stranger = `${crypto.randomUUID()}@stranger.example`;
    const jobDetails = { id };
    const refused = [
      await call('send-job-confirmation', { email: stranger, jobDetails }, as(poster)),
      await call('send-job-confirmation', { email: poster.email, jobDetails }),
      await call('send-job-confirmation', { email: poster.email }, as(poster)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 401, 400]);
    for (const { body } of refused) {
      expect(body).toEqual({ error: expect.any(String), code: expect.any(String) });
    }

    const other = await signedInPerson(api.call);
    const foreign = { email: other.email, jobDetails };
    expect((await call('send-job-confirmation', foreign, as(other))).status).toBe(404);
    const old = { id: await store({ created_at: past }) };
    const late = { email: poster.email, jobDetails: old };
    expect((await call('send-job-confirmation', late, as(poster))).status).toBe(404);
    expect(await post.sentTo(stranger)).toEqual([]);
  });

  test('sends at most twenty emails an hour for one person', async () => {
    const busy = await signedInPerson(api.call);
    const ids = await storeJobs(
      database,
      Array.from({ length: 21 }, () => jobRow(busy.user.id)),
    );
    const statuses: number[] = [];
    for (const id of ids) {
      const details = { email: busy.email, jobDetails: { id } };
      statuses.push((await call('send-job-confirmation', details, as(busy))).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  test('sends three emails an hour to one contact, whoever requests them and however the address is spelled', async () => {
    const box = crypto.randomUUID();
    const other = await signedInPerson(api.call);
    await confirm(other.user.id);
    const askers = [poster, other];
    const sent: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      const asker = askers[count % 2] ?? poster;
      const contact_email = count > 3 ? `${box}+${count}@clinic.example` : `${box}@clinic.example`;
      const [id] = await storeJobs(database, [jobRow(asker.user.id, { contact_email })]);
      const details = { email: contact_email, jobDetails: { id } };
      sent.push(await call('send-job-confirmation', details, as(asker)));
    }
    const answers = [true, true, true, false, false, false];
    expect(sent).toEqual(answers.map((is) => ({ status: 200, body: { sent: is } })));
    expect(await post.sentTo(`${box}@clinic.example`)).toHaveLength(3);
  });

  test('sends no second email if a job is deleted and created again with its id', async () => {
    const id = crypto.randomUUID();
    const row = { id, ...jobRow(posterId, { contact_email: poster.email }) };
    const details = { email: poster.email, jobDetails: { id } };
    const before = (await post.sentTo(poster.email)).length;
    expect((await poster.browser.from('jobs').insert(row)).error).toBeNull();
    expect((await call('send-job-confirmation', details, as(poster))).body).toEqual({ sent: true });
    expect(await post.sentTo(poster.email)).toHaveLength(before + 1);
    await poster.browser.from('jobs').delete().eq('id', id);
    expect((await poster.browser.from('jobs').insert(row)).error?.code).toBe('23505');
    expect((await call('send-job-confirmation', details, as(poster))).status).toBe(404);
    expect(await post.sentTo(poster.email)).toHaveLength(before + 1);
  });
});

describe('report-job', () => {
  test('accepts a report from a visitor, with a listed reason', async () => {
    const jobId = await store();
    const answer = await call('report-job', {
      jobId,
      reason: 'scam',
      note: ' It asks for money. ',
    });
    expect(answer).toEqual({ status: 200, body: { reported: true } });
    const { rows } = await database.asService.query({
      text: 'select reason, note from public.job_reports where job_id = $1',
      values: [jobId],
    });
    expect(rows).toEqual([{ reason: 'scam', note: 'It asks for money.' }]);
  });

  test('refuses another reason, a note that is too long and a job that nobody can see', async () => {
    const jobId = await store();
    expect((await call('report-job', { jobId, reason: 'boring' })).status).toBe(400);
    const long = { jobId, reason: 'other', note: 'x'.repeat(1001) };
    expect((await call('report-job', long)).status).toBe(400);
    expect((await call('report-job', { ...long, note: '😀'.repeat(1000) })).status).toBe(200);
    for (const unseen of [crypto.randomUUID(), await store({ hidden_at: past })]) {
      expect((await call('report-job', { jobId: unseen, reason: 'scam' })).status).toBe(404);
    }
  });

  test('accepts ten an hour from one client', async () => {
    const jobId = await store();
    const visitor = { 'x-client-address': '2001:db8:7:7::1' };
    const neighbour = { 'x-client-address': '2001:db8:7:7::2' };
    for (let count = 0; count < 10; count += 1) {
      expect((await call('report-job', { jobId, reason: 'over' }, visitor)).status).toBe(200);
    }
    const { status, body } = await call('report-job', { jobId, reason: 'over' }, neighbour);
    expect(status).toBe(429);
    expect(body.code).toBe('over_request_rate_limit');
  });
});

test('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
