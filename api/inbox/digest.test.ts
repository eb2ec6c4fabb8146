import { describe, expect, it } from 'vitest';
import { createCompanies } from '#test/support/applications.ts';
import { openTestApi } from '#test/support/test-api.ts';
import type { Work } from '../subject.ts';
import { sendRecruiterMail } from './recruiter-mails.ts';

const { actors, asAdmin, database, post, bugs } = await openTestApi();
const { company, application } = createCompanies(actors, database);
const write = (text: string, values: unknown[] = []) => database.asService.query({ text, values });

async function addressOf(id: string) {
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from auth.users where id = $1',
    values: [id],
  });
  return rows[0]?.email ?? '';
}
/** Runs the digest task in an hour that the person has chosen. */
async function atTheirHour(id: string) {
  await write(
    `insert into public.application_mail_settings (user_id, hour, time_zone)
      values ($1, extract(hour from now() at time zone 'Asia/Tokyo'), 'Asia/Tokyo')
      on conflict (user_id) do update set hour = excluded.hour, time_zone = excluded.time_zone`,
    [id],
  );
}
/** What was just written is only included in later emails. */
async function aMinuteGoesBy() {
  await write(`update public.applications set applied_at = applied_at - interval '1 minute'`);
  await write(`update public.company_members set joined_at = joined_at - interval '1 minute'`);
  await write(
    `update private.application_digests set told_up_to = told_up_to - interval '1 minute'`,
  );
}
async function digests() {
  await aMinuteGoesBy();
  await write(`select queue.add('application-digests', '{}')`);
  await post.deliver();
  await post.deliver();
}
const mailsTo = async (id: string) => post.sentTo(await addressOf(id));

describe('the digest', () => {
  it('comes once, in the hour of each recruiter, and not to viewers, former members or others', async () => {
    const ours = await company();
    const [recruiter, viewer, former, another] = [
      await ours.join('recruiter'),
      await ours.join('viewer'),
      await ours.join('recruiter'),
      await ours.join('recruiter'),
    ];
    for (const { id } of [recruiter, viewer, former, another]) await atTheirHour(id);
    await write(
      'update public.application_mail_settings set hour = (hour + 12) % 24 where user_id = $1',
      [another.id],
    );
    await application(ours);
    await application(ours);
    await application(ours, { spam_at: new Date() });
    await application(ours, { state: 'unconfirmed' });
    await write('delete from public.company_members where user_id = $1', [former.id]);
    await digests();
    const [mail, ...more] = await mailsTo(recruiter.id);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^2 new applications/);
    for (const { id } of [viewer, former, another]) expect(await mailsTo(id)).toEqual([]);
    await digests();
    expect(await mailsTo(recruiter.id)).toHaveLength(1);
    // Sent while the clock was ahead: until that time has come nobody would hear of anything.
    await write(
      `update private.application_digests set told_up_to = now() + interval '1 year',
        sent_at = now() + interval '1 year' where user_id = $1`,
      [recruiter.id],
    );
    await application(ours);
    await digests();
    expect(await mailsTo(recruiter.id)).toHaveLength(2);
  });

  it.each([
    // The hour itself; an hour that a night skips is the hour after; an hour that a night has twice counts once.
    [8, '2026-02-10T13:02Z', '2026-02-10T12:00Z', true],
    [8, '2026-02-10T12:02Z', '2026-02-10T11:00Z', false],
    [2, '2026-03-08T07:02Z', '2026-03-08T05:00Z', true],
    [1, '2026-11-01T06:02Z', '2026-11-01T04:00Z', true],
    // The site was down at that hour and is back some hours later: nobody waits for another day.
    [8, '2026-02-10T16:02Z', '2026-02-10T12:00Z', true],
    [23, '2026-02-11T06:02Z', '2026-02-11T03:00Z', true],
    [8, '2026-02-10T19:02Z', '2026-02-10T12:00Z', false],
    // What arrived after that hour waits for the next day.
    [8, '2026-02-10T16:02Z', '2026-02-10T15:00Z', false],
  ])('at %i in New York is due at %s for what came at %s: %s', async (hour, at, came, isDue) => {
    const ours = await company();
    await application(ours, { applied_at: came });
    await write('update public.company_members set joined_at = $2 where user_id = $1', [
      ours.admin.id,
      '2026-01-01',
    ]);
    await write(
      `insert into public.application_mail_settings (user_id, hour, time_zone) values ($1, $2, 'America/New_York')`,
      [ours.admin.id, hour],
    );
    const due = async () => {
      const { rows } = await database.asService.query<{ is_due: boolean }>({
        text: 'select $2 in (select private.digests_due($1)) as is_due',
        values: [at, ours.admin.id],
      });
      return rows[0]?.is_due;
    };
    expect(await due()).toBe(isDue);
    await write(
      'insert into private.application_digests (user_id, told_up_to, sent_at) values ($1, $2, $3)',
      [ours.admin.id, '2026-01-02', new Date(Date.parse(at) - 60_000)],
    );
    expect(await due()).toBe(false);
  });

  it('includes next time an application that was being written when it was sent', async () => {
    const ours = await company();
    await atTheirHour(ours.admin.id);
    await application(ours);
    await aMinuteGoesBy();
    await asAdmin(async (client) => {
      await client.query('begin');
      await client.query(
        `insert into public.applications (job_id, job_title, company_id, company_name, name, email, state)
          select job_id, job_title, company_id, company_name, name, 'late-' || email, state from public.applications
          where company_id = $1`,
        [ours.id],
      );
      await write(`select queue.add('application-digests', '{}')`);
      await post.deliver();
      await post.deliver();
      expect(await mailsTo(ours.admin.id)).toHaveLength(1);
      await client.query('commit');
    });
    await write(`update private.application_digests set sent_at = now() - interval '1 day'`);
    await digests();
    const one = expect.stringMatching(/^(One|1) new application/);
    expect((await mailsTo(ours.admin.id)).map(({ subject }) => subject)).toEqual([one, one]);
  });

  it('is sent again if the mail server was away, and then only once', async () => {
    const ours = await company();
    await application(ours);
    await aMinuteGoesBy();
    const away = () => Promise.reject(new Error('away'));
    const userId = ours.admin.id;
    const work = { database, siteUrl: 'http://site.test', sendMail: away } as unknown as Work;
    for (const told of [undefined, '1 hour']) {
      if (told) {
        await write(
          `insert into private.application_digests (user_id, told_up_to, sent_at)
            values ($1, now() - $2::interval, now() - $2::interval)`,
          [userId, told],
        );
      }
      await expect(sendRecruiterMail(work, { userId })).rejects.toThrow('away');
      const { rows } = await database.asService.query<{ ago: string }>({
        text: `select round(extract(epoch from now() - told_up_to) / 3600) || ' hour' as ago
          from private.application_digests where user_id = $1`,
        values: [userId],
      });
      expect(rows[0]?.ago).toBe(told);
    }
    await write(
      `update private.application_digests set told_up_to = told_up_to - interval '1 day'`,
    );
    const sent: unknown[] = [];
    const back = async (mail: unknown) => sent.push(mail);
    for (const _ of [1, 2])
      await sendRecruiterMail({ ...work, sendMail: back } as never, { userId });
    expect(sent).toMatchObject([{ kind: 'new-applications', postings: [{ arrived: 1 }] }]);
  });

  it('to a mailbox that nobody has confirmed names no posting that reads like an address', async () => {
    const ours = await company();
    await application(ours, { job_title: 'You won: evil-clinic.com' });
    await aMinuteGoesBy();
    await write('update auth.users set email_proved_at = null where id = $1', [ours.admin.id]);
    const sent: unknown[] = [];
    const sendMail = async (mail: unknown) => sent.push(mail);
    const work = { database, siteUrl: 'http://site.test', sendMail } as unknown as Work;
    await sendRecruiterMail(work, { userId: ours.admin.id });
    expect(sent).toMatchObject([
      { postings: [{ title: 'A job on our board', company: ours.name, arrived: 1 }] },
    ]);
  });

  it('stops with its link, and not with an invented one', async () => {
    const ours = await company();
    await atTheirHour(ours.admin.id);
    await application(ours);
    await digests();
    const [mail] = await mailsTo(ours.admin.id);
    const token = mail?.text.match(/token=([\w-]{43})/)?.[1] ?? '';
    const stop = (given: string) =>
      actors.anonymous.client.rpc('stop_application_mails', { token: given });
    expect((await stop('x'.repeat(43))).data).toBe(false);
    expect((await stop(token)).data).toBe(true);
    await application(ours);
    await write(`update private.application_digests set sent_at = now() - interval '2 days'`);
    await digests();
    expect(await mailsTo(ours.admin.id)).toHaveLength(1);
  });

  it('comes at once to people who want that, in one email for everything in the meantime', async () => {
    const ours = await company();
    await write(
      `insert into public.application_mail_settings (user_id, mails) values ($1, 'at-once')`,
      [ours.admin.id],
    );
    await application(ours);
    const inAMinute = `select run_at < now() + interval '2 minutes' as soon from graphile_worker._private_jobs
      where key = 'recruiter mail ' || $1`;
    await asAdmin(async (client) => {
      await client.query(
        `update graphile_worker._private_jobs set run_at = now() + interval '1 minute' where key = 'recruiter mail ' || $1`,
        [ours.admin.id],
      );
      await application(ours, { spam_at: new Date() });
      expect((await client.query(inAMinute, [ours.admin.id])).rows).toEqual([{ soon: true }]);
    });
    const guest = await application(ours, { state: 'unconfirmed' });
    await write(`update public.applications set state = 'new' where id = $1`, [guest]);
    expect(await mailsTo(ours.admin.id)).toEqual([]);
    await aMinuteGoesBy();
    // It queues no email, because one is waiting already, but it arrives too late for that one.
    await application(ours);
    await post.retry();
    const two = expect.stringMatching(/^2 new applications/);
    const subjects = async () => (await mailsTo(ours.admin.id)).map(({ subject }) => subject);
    expect(await subjects()).toEqual([two]);
    await aMinuteGoesBy();
    await post.retry();
    expect(await subjects()).toEqual([expect.stringMatching(/^(One|1) new application/), two]);
  });

  it('skips a mailbox that the mail server reports as gone, and includes everything once it is back', async () => {
    const ours = await company();
    await atTheirHour(ours.admin.id);
    await application(ours);
    const address = await addressOf(ours.admin.id);
    const answered = (state: string, count = 1) =>
      write(
        `select staff.keep_mail('new-applications', $1, $2, '550 5.1.1 User unknown', 'News', null)
          from generate_series(1, $3)`,
        [address, state, count],
      );
    await answered('bounced', 3);
    await digests();
    expect(await post.sentTo(address)).toEqual([]);
    await answered('sent');
    await digests();
    expect((await post.sentTo(address)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^(One|1) new application/),
    ]);
  });

  it('with more postings than it lists says that there may be more', async () => {
    const ours = await company();
    await atTheirHour(ours.admin.id);
    await write(
      `with made as (insert into public.jobs (title, company, job_type, location, application_url, applies_here, description,
            contact_name, contact_email, posted_by, company_id)
          select title || ' ' || nth, company, job_type, location, application_url, applies_here, description, contact_name,
            contact_email, posted_by, company_id from public.jobs, generate_series(1, 51) as nth where id = $1
          returning id, title, company, company_id)
        insert into public.applications (job_id, job_title, company_id, company_name, name, email, state)
          select id, title, company_id, company, 'Sam Sample', id || '@people.example', 'new' from made`,
      [ours.jobId],
    );
    await digests();
    const [mail] = await mailsTo(ours.admin.id);
    expect(mail?.subject).toMatch(/^50 or more new applications/);
    expect(mail?.text).toContain('These are the 50 postings with the most');
  });

  it('is set only by the person, in a valid time zone', async () => {
    const [one, other] = [await actors.signedIn(), await actors.signedIn()];
    const settings = (values: object) =>
      one.client.from('application_mail_settings').upsert({ user_id: one.id, ...values });
    expect((await settings({ hour: 7 })).error).toBeNull();
    expect((await settings({ time_zone: 'Mars/Base' })).error?.code).toBe('PT400');
    for (const wrong of [{ hour: 24 }, { hour: -1 }, { mails: 'never' }]) {
      expect((await settings(wrong)).error).toMatchObject({
        code: '23514',
        message: 'Choose one from the list',
      });
    }
    const theirs = one.client.from('application_mail_settings').upsert({ user_id: other.id });
    expect((await theirs).error?.code).toBe('42501');
    expect((await other.client.from('application_mail_settings').select('hour')).data).toEqual([]);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
