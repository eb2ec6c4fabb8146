import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCompanies } from '#test/support/applications.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
const { company, application } = createCompanies(actors, database);
const { candidate } = createCandidates(actors);

describe('the list', () => {
  it('is filtered by everything that can be asked, and pages follow each other', async () => {
    const ours = await company();
    const person = await candidate();
    const answers = [{ question: 'Do you code?', answer: 'Yes', meets: true }];
    const ana = await application(ours, {
      name: 'Ana Sørensen',
      place: 'Durham, NC',
      answers: JSON.stringify(answers),
      applicant_id: person.id,
    });
    const ben = await application(ours, { name: 'Ben', meets_needs: false, state: 'review' });
    const spam = await application(ours, { spam_at: new Date() });
    await ours.admin.client.from('application_stars').insert({ application_id: ben });
    const found = async (asked: Record<string, unknown>) =>
      ((await ours.admin.client.rpc('list_applications', asked)).data ?? []).map((row) => row.id);
    expect(await found({})).toEqual([ben, ana]);
    expect(await found({ job: ours.jobId, standing: 'review' })).toEqual([ben]);
    expect(await found({ needs: 'no' })).toEqual([ben]);
    expect(await found({ near: 'durham' })).toEqual([ana]);
    expect(await found({ near: '%' })).toEqual([]);
    expect(await found({ starred: true })).toEqual([ben]);
    expect(await found({ verified: true })).toEqual([]);
    expect(await found({ q: 'sørens' })).toEqual([ana]);
    expect(await found({ q: `' & | ! :* ( \\` })).toEqual([]);
    expect(await found({ question: 'Do you code?', answer: 'Yes' })).toEqual([ana]);
    expect(await found({ question: 'Do you code?', answer: 'No' })).toEqual([]);
    expect(await found({ spam: true })).toEqual([spam]);
    expect(await found({ standing: `x' or true --` })).toEqual([]);
    const [first] = (await ours.admin.client.rpc('list_applications', { size: 1 })).data ?? [];
    const after = { after_at: first?.applied_at, after_id: first?.id };
    expect(await found({ ...after, size: 1 })).toEqual([ana]);
    expect((await ours.admin.client.rpc('count_applications', {})).data).toMatchObject({
      new: 1,
      review: 1,
    });
    const maria = await application(ours, { name: 'anna_maria', email: 'a_maria@people.example' });
    for (const q of ['anna_maria', 'maria', 'anna_m', 'a_maria@people', 'A_Maria@people.example']) {
      expect(await found({ q }), q).toEqual([maria]);
    }
    expect(await found({ q: '_ maria_anna_x' })).toEqual([]);
  });

  it('leaves out people who applied to their own company, and no posting counts them as new', async () => {
    const ours = await company();
    await application(ours, { applicant_id: ours.admin.id });
    const { data } = await ours.admin.client.rpc('postings_with_applications');
    expect(data).toMatchObject([{ id: ours.jobId, waiting: 0 }]);
    await application(ours);
    const { data: now } = await ours.admin.client.rpc('postings_with_applications');
    expect(now).toMatchObject([{ id: ours.jobId, waiting: 1 }]);
  });

  it('counts stars and verified applicants as they come and go', async () => {
    const ours = await company();
    const colleague = await ours.join('recruiter');
    const id = await application(ours);
    await application(ours);
    const starred = async () =>
      ((await ours.admin.client.rpc('list_applications', { starred: true })).data ??
        []) as unknown[];
    const star = (who: Actor) =>
      who.client.from('application_stars').insert({ application_id: id });
    await Promise.all([star(ours.admin), star(colleague)]);
    expect(await starred()).toMatchObject([{ id, stars: 2, is_starred: true }]);
    await ours.admin.client.from('application_stars').delete().eq('application_id', id);
    expect(await starred()).toMatchObject([{ id, stars: 1, is_starred: false }]);
    await database.asService.query({
      text: 'delete from auth.users where id = $1',
      values: [colleague.id],
    });
    expect(await starred()).toEqual([]);
  });

  it('finds rare rows beyond its first scan, in the same order', async () => {
    const ours = await company();
    await database.asService.query({
      text: `insert into public.applications (job_id, job_title, company_id, company_name, name, email, state, place,
          answers, applied_at)
        select $1::uuid, 'Coder', $2::uuid, $3, case when i % 100 = 0 then 'Philippa' else 'Anna' end, i || '@' || $1::text || '.example',
          'new', case when i % 100 = 0 then 'Nome, AK' else 'Durham, NC' end,
          jsonb_build_array(jsonb_build_object('question', 'Licensed?', 'answer', case when i % 100 = 0 then 'No' else 'Yes' end)),
          now() - make_interval(mins => i)
        from generate_series(1, 900) as i`,
      values: [ours.jobId, ours.id, ours.name],
    });
    for (const asked of [
      { q: 'philippa' },
      { near: 'nome' },
      { question: 'Licensed?', answer: 'No' },
    ]) {
      const ask = async (more: object) =>
        ((await ours.admin.client.rpc('list_applications', { ...asked, ...more })).data ??
          []) as unknown as { id: string; applied_at: string; name: string }[];
      const all = await ask({ size: 31 });
      expect(all.map(({ name }) => name)).toEqual(Array(9).fill('Philippa'));
      const [first] = await ask({ size: 1 });
      expect(first?.id).toBe(all[0]?.id);
      const rest = await ask({ size: 31, after_at: first?.applied_at, after_id: first?.id });
      expect(rest.map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id));
    }
  });

  it('offers the questions of its own postings as filters', async () => {
    const [ours, theirs] = [await company(), await company()];
    const questions = JSON.stringify([
      { question: 'Are you licensed?', kind: 'yes-no', options: [], needed: true, wanted: ['Yes'] },
      {
        question: 'Which shift?',
        kind: 'choice',
        options: ['Day', 'Night'],
        needed: false,
        wanted: [],
      },
      { question: 'Why us?', kind: 'text', options: [], needed: false, wanted: [] },
    ]);
    await database.asService.query({
      text: 'update public.jobs set questions = $2 where id = $1',
      values: [ours.jobId, questions],
    });
    const wanted = [
      { question: 'Are you licensed?', options: ['Yes', 'No'] },
      { question: 'Which shift?', options: ['Day', 'Night'] },
      { question: 'Why us?', options: [] },
    ];
    const viewer = await ours.join('viewer');
    const ask = async (who: Actor, job?: string) =>
      (await who.client.rpc('asked_questions', job ? { job } : {})).data;
    expect(await ask(ours.admin)).toEqual(wanted);
    expect(await ask(viewer, ours.jobId)).toEqual(wanted);
    expect(await ask(theirs.admin, ours.jobId)).toEqual([]);
    expect(await ask(actors.anonymous)).toBeNull();
  });

  it('as a file has no cell that a spreadsheet would execute', async () => {
    const ours = await company();
    await application(ours, { name: '=HYPERLINK("x")', note: '+1', place: '@x' });
    const { data } = await ours.admin.client.functions.invoke('applications-file', {
      body: { job: ours.jobId, filters: { state: 'new' } },
    });
    const [head, row] = data.csv.split('\r\n');
    expect(head).toMatch(/^name,email/);
    expect(row).toMatch(/^"'=HYPERLINK\(""x""\)",/);
    expect(row).toContain(",'@x,");
    expect(row).toContain(",'+1,");
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
