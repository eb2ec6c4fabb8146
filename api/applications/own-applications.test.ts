import { describe, expect, it } from 'vitest';
import { readApplications, readShown } from '#app/features/applications/read-applications.ts';
import { seenColumns } from '#domain/applications/seen-posting.ts';
import { openApplying } from '#test/support/applying.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post } = api;
const {
  poster,
  jobId,
  postJob,
  applyAsGuest,
  applyAs,
  withProfile,
  newestToken,
  byLink,
  rowsOf,
  upload,
} = await openApplying(api);

describe('somebody with an account', () => {
  it('sends the profile with one press, without their salary expectations', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    expect(await applyAs(person, { answers: { 'Can you work nights?': 'No' } })).toMatchObject({
      isRepeat: false,
    });
    const { data } = await poster.client
      .from('applications')
      .select('profile, meets_needs, answers')
      .eq('applicant_id', person.id)
      .single();
    expect(data).toMatchObject({ profile: { headline: 'Inpatient coder' }, meets_needs: false });
    expect(JSON.stringify(data)).not.toContain('90,000');
    expect(await applyAs(person)).toMatchObject({ isRepeat: true });
    const { data: own } = await person.client.rpc('own_applications');
    expect(own).toMatchObject([{ state: 'new', is_closed: false, looked_at: null }]);
    expect(JSON.stringify(own)).not.toContain('meets');
  });

  it('must have confirmed the address, and send something', async () => {
    const unproved = await actors.signedIn(undefined, { isProved: false });
    await withProfile(unproved);
    expect((await applyAs(unproved)).code).toBe('confirm_address_first');
    expect((await applyAs(await actors.signedIn())).code).toBe('resume_needed');
  });

  it('can apply thirty times a day', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    await rowsOf(
      `insert into public.applications (job_title, company_id, company_name, applicant_id, name, email, state)
        select 'Sample', j.company_id, 'Sample', $1, 'Many', n || '@many.example', 'new'
        from generate_series(1, 30) as n, public.jobs as j where j.id = $2`,
      [person.id, jobId],
    );
    expect((await applyAs(person)).code).toBe('too_many_applications');
  });

  it('sees more than five hundred in pages, each once, and whether they applied to a given job', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    await applyAs(person);
    await rowsOf(
      `update public.applications set applied_at = now() - interval '1 year' where applicant_id = $1`,
      [person.id],
    );
    // Many with the same timestamp.
    await rowsOf(
      `insert into public.applications (job_title, company_id, company_name, applicant_id, name, email, state, applied_at)
        select 'Sample', j.company_id, 'Sample', $1, 'Many', n || '@of-parts.example', 'new', now() - n / 300 * interval '1 hour'
        from generate_series(1, 501) as n, public.jobs as j where j.id = $2`,
      [person.id, jobId],
    );
    const first = await readApplications(person.client);
    const rest = await readApplications(person.client, first.rows.at(-1));
    expect([first.rows.length, first.isWhole]).toEqual([500, false]);
    expect([rest.rows.length, rest.isWhole, rest.rows.at(-1)?.job_id]).toEqual([2, true, jobId]);
    const all = [...first.rows, ...rest.rows];
    expect(new Set(all.map(({ id }) => id)).size).toBe(502);
    const { data } = await person.client.rpc('own_applications', { job: jobId });
    expect(data).toMatchObject([{ id: rest.rows[1]?.id }]);

    // Older ones that were already loaded remain when one is deleted and the list is read again.
    await person.client.rpc('delete_application', { application: all[0]?.id ?? '' });
    expect(await readShown(person.client, all.length)).toEqual({
      rows: all.slice(1),
      isWhole: true,
    });
    expect((await readShown(person.client, 0)).rows).toHaveLength(500);
  });

  it('can apply again after deleting, at most twice while the company still has both', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    for (const _ of [1, 2]) {
      const { id, isRepeat } = await applyAs(person);
      expect(isRepeat).toBe(false);
      await person.client.rpc('delete_application', { application: id });
      expect((await person.client.rpc('own_applications')).data).toEqual([]);
    }
    expect((await applyAs(person)).code).toBe('deleted_twice');
    await rowsOf('update public.applications set leaves_at = now() where applicant_id = $1', [
      person.id,
    ]);
    await database.asService.query({ text: 'select private.clean_applications()' });
    expect(await applyAs(person)).toMatchObject({ isRepeat: false });
  });

  it('applies only once when pressing twice at the same moment', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    const answers = await Promise.all([applyAs(person), applyAs(person), applyAs(person)]);
    expect(answers.map(({ isRepeat }) => isRepeat).sort()).toEqual([false, true, true]);
  });

  it('finds what was sent as a guest from the same address, once it is proved', async () => {
    const email = `later-${crypto.randomUUID()}@people.example`;
    await applyAsGuest({ email });
    await byLink(await newestToken(email), 'confirm');
    await applyAsGuest({ email, jobId: await postJob() });
    const unproved = await actors.signedIn(email, { isProved: false });
    expect((await unproved.client.rpc('own_applications')).data).toEqual([]);
    await rowsOf('update auth.users set email_proved_at = now() where id = $1', [unproved.id]);
    // The second one was never confirmed, so it belongs to nobody.
    expect((await unproved.client.rpc('own_applications')).data).toMatchObject([
      { file_name: 'my resume.docx' },
    ]);
    expect(await applyAs(unproved)).toMatchObject({ isRepeat: true });
  });

  it('sends only the resume that was reviewed, and nothing without it', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    await upload(person);
    const read = async () => {
      const { data } = await person.client.from('resumes').select('id').eq('is_current', true);
      return data?.[0]?.id;
    };
    const seen = { seenProfile: true, seenResume: await read() };
    await upload(person);
    expect((await applyAs(person, seen)).code).toBe('papers_changed');
    await person.client.rpc('remove_resume');
    expect((await applyAs(person, seen)).code).toBe('papers_changed');
    await person.client.from('candidate_profiles').delete().eq('user_id', person.id);
    await upload(person);
    const now = await read();
    expect((await applyAs(person, { ...seen, seenResume: now })).code).toBe('papers_changed');
    expect(await applyAs(person, { withProfile: false, seenResume: now })).toMatchObject({
      isRepeat: false,
    });
  });

  it('cannot apply to a posting that has visibly changed since it was read', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    const to = await postJob();
    const pays = async (set: string) => {
      await rowsOf(`update public.jobs set ${set} where id = $1`, [to]);
    };
    const read = async () => {
      const { data } = await person.client.from('jobs').select(seenColumns).eq('id', to).single();
      return data;
    };
    await pays(`salary_range = 'As agreed'`);
    const words = await read();
    await pays(`salary_range = 'By experience'`);
    expect((await applyAs(person, { jobId: to, seen: words })).code).toBe('posting_changed');
    await pays(`salary_from = 90000, salary_currency = 'USD', salary_period = 'year'`);
    const figures = await read();
    expect((await applyAs(person, { jobId: to, seen: words })).code).toBe('posting_changed');
    await pays('salary_from = 80000');
    expect((await applyAs(person, { jobId: to, seen: figures })).code).toBe('posting_changed');
    const now = await read();
    // Pages that show figures do not show this text.
    await pays(`salary_range = 'Good'`);
    expect(await applyAs(person, { jobId: to, seen: now })).toMatchObject({ isRepeat: false });
  });

  it('stops emails about an application with its link, and can turn them on again', async () => {
    const email = `quiet-${crypto.randomUUID()}@people.example`;
    const person = await actors.signedIn(email);
    await withProfile(person);
    const { id } = await applyAs(person);
    const wants = async () => {
      const [row] = await rowsOf('select wants_mails from public.applications where id = $1', [id]);
      return row?.wants_mails;
    };
    await byLink(await newestToken(email), 'quiet');
    expect(await wants()).toBe(false);
    const set = (changes: object) =>
      person.client.from('message_settings').upsert({ user_id: person.id, ...changes });
    // Other settings have no effect on these.
    await set({ mail_notices: false });
    expect(await wants()).toBe(false);
    await set({ application_mails: true });
    expect(await wants()).toBe(true);
    await set({ application_mails: false });
    const before = (await post.sentTo(email)).length;
    const { error } = await poster.client.rpc('move_application', {
      application: id,
      seen: 'new',
      wanted: 'interview',
    });
    expect(error).toBeNull();
    await post.retry();
    expect(await post.sentTo(email)).toHaveLength(before);
  });

  it('loses their applications when leaving, and the company keeps them for thirty days', async () => {
    const person = await actors.signedIn();
    await upload(person);
    const applied = await applyAs(person, { withProfile: false });
    await rowsOf('delete from auth.users where id = $1', [person.id]);
    const kept = await rowsOf(
      `select a.state, a.leaves_at > now() + interval '29 days' as is_kept, r.user_id, r.is_current
        from public.applications as a join public.resumes as r on r.id = a.resume_id where a.id = $1`,
      [applied.id],
    );
    expect(kept).toEqual([{ state: 'withdrawn', is_kept: true, user_id: null, is_current: false }]);
    await rowsOf('update public.applications set leaves_at = now() where id = $1', [applied.id]);
    await database.asService.query({ text: 'select private.clean_applications()' });
    expect(await rowsOf('select from public.applications where id = $1', [applied.id])).toEqual([]);
  });
});
