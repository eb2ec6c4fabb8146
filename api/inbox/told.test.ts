import { describe, expect, it } from 'vitest';
import { createCompanies } from '#test/support/applications.ts';
import { newEmail } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, post, bugs } = await openTestApi();
const { company, application, stored, events } = createCompanies(actors, database);

async function mailsTo(id: string) {
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from auth.users where id = $1',
    values: [id],
  });
  return post.sentTo(rows[0]?.email ?? '');
}

const age = (id: string, days: number) =>
  database.asService.query({
    text: `update public.applications set applied_at = now() - make_interval(days => $2) where id = $1`,
    values: [id, days],
  });

describe('what is announced automatically', () => {
  it('a posting that closes tells everybody waiting, once, even if it is closed again', async () => {
    const [ours, email] = [await company(), newEmail()];
    // Its postings stay up.
    await company();
    const waits = await application(ours, { email });
    const declined = await application(ours, { state: 'declined' });
    const close = (is_active: boolean) =>
      ours.admin.client.from('jobs').update({ is_active }).eq('id', ours.jobId);
    await close(false);
    await post.retry();
    expect(await events(waits)).toEqual([]);
    for (const _ of [1, 2]) {
      await close(true);
      await close(false);
      await makeDue();
    }
    expect(await events(waits)).toMatchObject([{ kind: 'closed' }]);
    expect(await events(declined)).toEqual([]);
    expect(await post.sentTo(email)).toHaveLength(1);
  });

  it('a posting that is reopened late tells nobody, although most of its applications still wait for their turn', async () => {
    const ours = await company();
    await database.asService.query({
      text: `insert into public.applications (job_id, job_title, company_id, company_name, name, email, state, closing_since)
        select $1, 'Analyst', $2, 'Clinic', 'Sample', gen_random_uuid() || '@people.example', 'new', now()
        from generate_series(1, 600)`,
      values: [ours.jobId, ours.id],
    });
    await makeDue();
    const { rows } = await database.asService.query({
      text: `select from public.application_events as e join public.applications as a on a.id = e.application_id
        where a.job_id = $1 and e.kind = 'closed'`,
      values: [ours.jobId],
    });
    expect(rows).toEqual([]);
  });

  it('a posting that is reopened at once tells nobody', async () => {
    const ours = await company();
    const id = await application(ours);
    await ours.admin.client.from('jobs').update({ is_active: false }).eq('id', ours.jobId);
    await ours.admin.client.from('jobs').update({ is_active: true }).eq('id', ours.jobId);
    await makeDue();
    expect(await events(id)).toEqual([]);
  });

  it.each([
    ['is filled', 'update public.jobs set filled_at = now() where id = $1'],
    ['ends', 'update public.jobs set is_past = true where id = $1'],
    ['is deleted', 'delete from public.jobs where id = $1'],
  ])('a posting that %s does so too', async (_, text) => {
    const ours = await company();
    const id = await application(ours);
    await database.asService.query({ text, values: [ours.jobId] });
    await makeDue();
    expect(await events(id)).toMatchObject([{ kind: 'closed' }]);
    expect(await stored(id)).toMatchObject({ state: 'new' });
  });

  it('fourteen days without an answer are announced once, also to people whom the company marked as spam', async () => {
    const ours = await company();
    const [silent, fresh, answered, spam] = [
      await application(ours),
      await application(ours),
      await application(ours, { answered_at: new Date(), state: 'review' }),
      await application(ours, { spam_at: new Date() }),
    ];
    for (const id of [silent, answered, spam]) await age(id, 15);
    for (const _ of [1, 2]) {
      await database.asService.query({ text: 'select private.tell_silent(500)' });
    }
    for (const id of [silent, spam]) expect(await events(id)).toMatchObject([{ kind: 'silent' }]);
    for (const id of [fresh, answered]) expect(await events(id)).toEqual([]);
  });

  it('neither silence nor an end is emailed if an answer, or the posting, came back before it was sent', async () => {
    const ours = await company();
    const [email, other] = [newEmail(), newEmail()];
    const [silent, open] = [
      await application(ours, { email }),
      await application(ours, { email: other }),
    ];
    await age(silent, 15);
    await database.asService.query({ text: 'select private.tell_silent(500)' });
    await ours.admin.client.rpc('move_application', {
      application: silent,
      seen: 'new',
      wanted: 'interview',
    });
    const reopen = (is_active: boolean) =>
      ours.admin.client.from('jobs').update({ is_active }).eq('id', ours.jobId);
    await reopen(false);
    await makeDue();
    await reopen(true);
    expect(await events(open)).toMatchObject([{ kind: 'closed' }]);
    const titles = async (to: string) =>
      (await post.sentTo(to)).map(({ subject }) => subject.split(' · ')[0]);
    expect([await titles(email), await titles(other)]).toEqual([[], []]);
  });

  it('a decision is emailed once, even if the application was marked as spam meanwhile by a slip', async () => {
    const [ours, email] = [await company(), newEmail()];
    const id = await application(ours, { email });
    const mark = (is_spam: boolean) =>
      ours.admin.client.rpc('mark_application_spam', { application: id, is_spam });
    const subjects = async () => {
      await post.retry();
      return (await post.sentTo(email)).map(({ subject }) => subject.split(' · ')[0]);
    };
    const words = 'We have decided to go on with others.';
    await ours.admin.client.rpc('decline_applications', { applications: [id], words });
    await mark(true);
    expect(await subjects()).toEqual([]);
    await mark(false);
    expect(await subjects()).toEqual(['An answer to your application']);
    // Long after it was told.
    await database.asService.query({
      text: `update public.application_events set at = at - interval '1 hour' where application_id = $1`,
      values: [id],
    });
    for (const is_spam of [true, false, false]) await mark(is_spam);
    expect(await subjects()).toHaveLength(1);
  });

  it('nothing is emailed to an applicant who is blocked', async () => {
    const [ours, email] = [await company(), newEmail()];
    const { id } = await actors.signedIn(email);
    const application_ = await application(ours, { email, applicant_id: id });
    await ours.admin.client.rpc('move_application', {
      application: application_,
      seen: 'new',
      wanted: 'interview',
    });
    await database.asService.query({
      text: `update auth.users set banned_until = now() + interval '1 year' where id = $1`,
      values: [id],
    });
    await makeDue();
    await post.retry();
    expect(await events(application_)).toMatchObject([{ state: 'interview' }]);
    expect(await post.sentTo(email)).toEqual([]);
    await database.asService.query({
      text: 'delete from public.companies where id = $1',
      values: [ours.id],
    });
    expect(await post.sentTo(email)).toEqual([]);
  });

  it('silence is also emailed to people who want every email at once', async () => {
    const ours = await company();
    const hurried = await ours.join('recruiter');
    await database.asService.query({
      text: `insert into public.application_mail_settings (user_id, mails) values ($1, 'at-once')`,
      values: [hurried.id],
    });
    await age(await application(ours, { spam_at: new Date() }), 15);
    await database.asService.query({ text: 'select private.tell_silent(500)' });
    await post.retry();
    expect(await mailsTo(hurried.id)).toEqual([]);
    await age(await application(ours), 15);
    await database.asService.query({
      text: `update public.company_members set joined_at = now() - interval '30 days' where user_id = $1`,
      values: [hurried.id],
    });
    await database.asService.query({ text: 'select private.tell_silent(500)' });
    await database.asService.query({
      text: `update public.applications set silence_told_at = silence_told_at - interval '1 minute'`,
    });
    await post.retry();
    const [mail] = await mailsTo(hurried.id);
    expect(mail?.text).toContain('14 days');
  });

  async function makeDue() {
    await database.asService.query({
      text: `update public.applications set closing_since = closing_since - interval '1 hour'`,
    });
    await database.asService.query({ text: 'select private.tell_closed(500)' });
    await database.asService.query({ text: 'select private.tell_closed(500)' });
  }
});

it('a company’s response rate is shown from ten applications on, without spam, withdrawals and recent ones', async () => {
  const ours = await company();
  const answers = async () =>
    (await actors.anonymous.client.rpc('company_answers', { company: ours.id })).data;
  for (let nth = 0; nth < 9; nth += 1) {
    const id = await application(ours, nth < 6 ? { state: 'declined' } : {});
    await age(id, 20);
    if (nth < 6) {
      await database.asService.query({
        text: `update public.applications set answered_at = applied_at + interval '60 hours' where id = $1`,
        values: [id],
      });
    }
  }
  await application(ours, { spam_at: new Date(), answered_at: new Date() });
  await application(ours, { state: 'withdrawn', answered_at: new Date() });
  await application(ours);
  expect(await answers()).toEqual([]);
  await age(await application(ours), 20);
  expect(await answers()).toEqual([{ applications: 10, answered_share: 0.6, usual_days: 3 }]);
});

describe('what a company marks as spam', () => {
  async function rate(spam: number, changes: Record<string, unknown> = {}) {
    const ours = await company();
    for (let nth = 0; nth < 8 + spam; nth += 1) {
      const id = await application(ours, nth < 8 ? { state: 'declined' } : {});
      await age(id, 20);
      await database.asService.query({
        text: `update public.applications set answered_at = case when $2 then applied_at + interval '1 day' end,
          spam_at = case when not $2 then applied_at + make_interval(days => $3) end where id = $1`,
        values: [id, nth < 8, changes.after ?? 1],
      });
    }
    const { data } = await actors.anonymous.client.rpc('company_answers', { company: ours.id });
    return data?.[0];
  }

  it('does not count up to one in five, and counts as silence beyond that', async () => {
    expect(await rate(2)).toBeUndefined();
    expect(await rate(6)).toEqual({ applications: 12, answered_share: 0.67, usual_days: 1 });
  });

  it('counts as silence if it was marked after fourteen days', async () => {
    expect(await rate(2, { after: 15 })).toEqual({
      applications: 10,
      answered_share: 0.8,
      usual_days: 1,
    });
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
