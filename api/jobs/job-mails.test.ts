import { describe, expect, it } from 'vitest';
import { join, leave } from '#test/support/companies.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { newEmail, randomAddress } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { cleanJobs, noticeEndingJobs } from './job-mails.ts';

const api = await openTestApi();
const { actors, database, post } = api;

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);
/** Ends that many days from now, like a posting without a deadline. */
const endingIn = (days: number) => ({ published_at: daysFromNow(days - 60) });

async function posterWith(changes: Record<string, unknown>) {
  const email = newEmail();
  const poster = await actors.signedIn(email);
  const [id = ''] = await storeJobs(database, [jobRow(poster.id, changes)]);
  return { id, email, poster };
}
async function noticesTo(email: string) {
  await noticeEndingJobs(database);
  return post.sentTo(email);
}
async function tomorrow() {
  await database.asService.query({
    text: `update public.job_mails set created_at = created_at - interval '1 day'`,
  });
}
async function linkTo(email: string): Promise<string> {
  const [mail] = await noticesTo(email);
  return mail?.text.match(/\/job\/renew\?token=([\w-]+)/)?.[1] ?? '';
}
async function renew(token: string, peek = false) {
  const response = await api.fetch('/functions/v1/renew-job', {
    method: 'POST',
    headers: { 'x-client-address': randomAddress() },
    body: JSON.stringify({ token, peek }),
  });
  return { status: response.status, body: await response.json() };
}

describe('the mail before the end', () => {
  it('comes five days before, once for each end', async () => {
    const { id, email } = await posterWith(endingIn(4.9));
    const [mail] = await noticesTo(email);
    expect(mail?.subject).toContain('leaves the board soon');
    expect(mail?.text).toContain(`/job/${id}`);
    expect(await noticesTo(email)).toHaveLength(1);
    await database.asService.query({
      text: 'update public.jobs set published_at = $2 where id = $1',
      values: [id, daysFromNow(-57)],
    });
    await tomorrow();
    expect(await noticesTo(email)).toHaveLength(2);
  });

  it.each([
    ['ends later', endingIn(5.1)],
    ['has ended', endingIn(-0.1)],
    ['was closed', { ...endingIn(3), is_active: false }],
    ['was hidden by staff', { ...endingIn(3), hidden_at: new Date() }],
    [
      'was posted for a few days only',
      { application_deadline: daysFromNow(2).toISOString().slice(0, 10) },
    ],
  ])('does not come for one that %s', async (_, changes) => {
    const { email } = await posterWith(changes);
    expect(await noticesTo(email)).toEqual([]);
  });

  it('comes for one that runs for little more than five days', async () => {
    const { email } = await posterWith({
      published_at: daysFromNow(-4),
      application_deadline: daysFromNow(1).toISOString().slice(0, 10),
    });
    expect(await noticesTo(email)).toHaveLength(1);
  });

  it('covers all jobs of a person that end about the same time, once a day', async () => {
    const { id, email, poster } = await posterWith(endingIn(4.9));
    const others = await storeJobs(
      database,
      [1, 2, 3].map((place) =>
        jobRow(poster.id, { ...endingIn(place), title: `<i>Coder</i> ${place}` }),
      ),
    );
    const [mail, ...more] = await noticesTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain('4 of your jobs leave the board soon');
    for (const place of [1, 2, 3]) expect(mail?.text).toContain(`<i>Coder</i> ${place}`);
    expect(mail?.html).not.toContain('<i>Coder');
    const tokens = [...(mail?.text ?? '').matchAll(/\/job\/renew\?token=([\w-]+)/g)];
    const renewed = await Promise.all(tokens.map(([, token = '']) => renew(token)));
    expect(renewed.map(({ body }) => body.id).toSorted()).toEqual([id, ...others].toSorted());

    const [late = ''] = await storeJobs(database, [jobRow(poster.id, endingIn(4))]);
    expect(await noticesTo(email)).toHaveLength(1);
    await tomorrow();
    const [next, ...before] = await noticesTo(email);
    expect(before).toHaveLength(1);
    expect(next?.text).toContain(`/job/${late}`);
  });

  it('names to each only their own, if one of them has changed hands before it is sent', async () => {
    const { id, email, poster } = await posterWith({ ...endingIn(3), title: 'Kept Analyst' });
    const [given = ''] = await storeJobs(database, [
      jobRow(poster.id, { ...endingIn(2), title: 'Given Analyst', company: 'Another Clinic' }),
    ]);
    await noticeEndingJobs(database);
    const { rows } = await database.asService.query<{ company_id: string }>({
      text: 'select company_id from public.jobs where id = $1',
      values: [given],
    });
    const company = rows[0]?.company_id ?? '';
    const heirsEmail = newEmail();
    const heir = await actors.signedIn(heirsEmail);
    await join(database, company, heir.id);
    await leave(database, company, poster.id);
    for (const [to, own, other] of [
      [email, id, 'Given Analyst'],
      [heirsEmail, given, 'Kept Analyst'],
    ] as const) {
      const [mail, ...more] = (await post.sentTo(to)).filter(({ subject }) =>
        subject.includes('leaves the board soon'),
      );
      expect(more).toEqual([]);
      expect(mail?.text).toContain(`/job/${own}`);
      expect(mail?.text).not.toContain(other);
    }
  });

  it('comes for a deadline too', async () => {
    const deadline = daysFromNow(3).toISOString().slice(0, 10);
    const { email } = await posterWith({
      published_at: daysFromNow(-30),
      application_deadline: deadline,
    });
    const [mail] = await noticesTo(email);
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail?.text).toContain(day.format(new Date(deadline)));
  });
});

describe('its link', () => {
  it('describes what it would do first, then renews for sixty days, once', async () => {
    const { id, email, poster } = await posterWith(endingIn(2));
    const token = await linkTo(email);
    const { body: before } = await renew(token, true);
    expect(before).toMatchObject({ id, title: 'Denials Analyst', is_renewed: false });

    const { status, body } = await renew(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, is_renewed: true });
    expect(Date.parse(body.ends_at)).toBeGreaterThan(daysFromNow(59.9).getTime());
    expect((await renew(token)).body).toEqual(body);
    expect((await renew(token, true)).body).toMatchObject({ is_renewed: true });
    const { data } = await poster.client.from('jobs').select('ends_at').eq('id', id).single();
    expect(Date.parse(data?.ends_at ?? '')).toBe(Date.parse(body.ends_at));
  });

  it('removes a deadline, which would end it anyway', async () => {
    const { email } = await posterWith({
      published_at: daysFromNow(-30),
      application_deadline: daysFromNow(3).toISOString().slice(0, 10),
    });
    const { body } = await renew(await linkTo(email));
    expect(Date.parse(body.ends_at)).toBeGreaterThan(daysFromNow(59.9).getTime());
  });

  it('does not reopen what was closed in the meantime', async () => {
    const { id, email, poster } = await posterWith(endingIn(2));
    const token = await linkTo(email);
    await poster.client.from('jobs').update({ is_active: false }).eq('id', id);
    const { status, body } = await renew(token);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'job_closed' });
  });

  it('no longer works once its recipient has left the company', async () => {
    const { id, email, poster } = await posterWith(endingIn(2));
    const token = await linkTo(email);
    const { rows } = await database.asService.query<{ company_id: string }>({
      text: 'select company_id from public.jobs where id = $1',
      values: [id],
    });
    const company = rows[0]?.company_id ?? '';
    const colleague = await actors.signedIn();
    await join(database, company, colleague.id);
    await leave(database, company, poster.id);
    expect((await renew(token)).status).toBe(404);
    const { data } = await colleague.client.from('jobs').select('posted_by').eq('id', id).single();
    expect(data?.posted_by).toBe(colleague.id);
  });

  it('does not work if it was invented, is old, or the job is gone or hidden', async () => {
    const { id, email } = await posterWith(endingIn(2));
    const token = await linkTo(email);
    const { rows } = await database.asService.query<{ token_hash: string }>({
      text: 'select token_hash from public.job_renewal_tokens where job_id = $1',
      values: [id],
    });
    expect(rows).toHaveLength(1);
    expect((await renew('made-up')).status).toBe(404);
    // The hash stored in the database does not work as a token.
    expect((await renew(rows[0]?.token_hash ?? '')).status).toBe(404);

    const set = (text: string) => database.asService.query({ text, values: [id] });
    await set('update public.jobs set hidden_at = now() where id = $1');
    expect((await renew(token)).status).toBe(404);
    await set('update public.jobs set hidden_at = null where id = $1');
    await set(
      `update public.job_renewal_tokens set created_at = now() - interval '31 days' where job_id = $1`,
    );
    expect((await renew(token)).status).toBe(404);
    await cleanJobs(database);
    const { rowCount } = await set('select from public.job_renewal_tokens where job_id = $1');
    expect(rowCount).toBe(0);
  });
});

describe('the mark for what is over', () => {
  const read = async (id: string) => {
    const { rows } = await database.asService.query<{ is_past: boolean; updated_at: Date }>({
      text: 'select is_past, updated_at from public.jobs where id = $1',
      values: [id],
    });
    return rows[0];
  };
  const listed = async () => {
    const { data } = await actors.anonymous.client.rpc('search_jobs', { q: 'noted' });
    return data?.map(({ id }) => id);
  };

  it('changes neither what is shown nor an editor’s version', async () => {
    const title = 'Noted Analyst';
    const { id } = await posterWith({ title, ...endingIn(-1) });
    const live = await posterWith({ title, ...endingIn(1) });
    const before = await read(id);
    expect(await listed()).toEqual([live.id]);
    await cleanJobs(database);
    expect(await read(id)).toEqual({ is_past: true, updated_at: before?.updated_at });
    expect(await read(live.id)).toMatchObject({ is_past: false });
    expect(await listed()).toEqual([live.id]);
  });

  it('is removed when the job is renewed, has a new deadline or is reopened', async () => {
    for (const changes of [
      { published_at: new Date().toISOString() },
      { application_deadline: daysFromNow(9).toISOString().slice(0, 10) },
      { is_active: true },
    ]) {
      const title = `Noted again ${crypto.randomUUID()}`;
      const { id, poster } = await posterWith({ title, ...endingIn(-1) });
      await cleanJobs(database);
      if ('is_active' in changes) {
        await poster.client.from('jobs').update({ is_active: false }).eq('id', id);
      }
      await poster.client.from('jobs').update(changes).eq('id', id);
      expect(await read(id)).toMatchObject({ is_past: false });
      const { data } = await actors.anonymous.client.rpc('search_jobs', { q: title });
      expect(data).toHaveLength(1);
    }
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
