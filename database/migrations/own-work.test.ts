import { describe, expect, it } from 'vitest';
import { join, ownCompany } from '#test/support/companies.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();

type Person = Awaited<ReturnType<typeof actors.signedIn>>;

async function workOf(person: Person) {
  const { data, error } = await person.client.rpc('own_work');
  if (error) throw error;
  return data;
}

const age = (company: string, days: number, isActive: boolean) =>
  database.asService.query({
    text: `update public.jobs set created_at = now() - make_interval(days => $2), is_active = $3
      where company_id = $1`,
    values: [company, days, isActive],
  });

describe('where somebody works', () => {
  it('is nowhere for somebody new, and unavailable to a visitor', async () => {
    expect(await workOf(await actors.signedIn())).toEqual([{ is_member: false, has_jobs: false }]);
    const { error, status } = await actors.anonymous.client.rpc('own_work');
    expect([status, error?.code]).toEqual([401, '42501']);
  });

  it('is the search for a member, whether or not they post', async () => {
    const member = await actors.member();
    expect(await workOf(member)).toEqual([{ is_member: true, has_jobs: false }]);
    await ownCompany(member, 'Clinic of a member');
    expect(await workOf(member)).toEqual([{ is_member: true, has_jobs: true }]);
  });

  it('is the postings for their poster and for colleagues, and for nobody else', async () => {
    const [poster, colleague, stranger] = [
      await actors.signedIn(),
      await actors.signedIn(),
      await actors.signedIn(),
    ];
    const company = await ownCompany(poster, 'Clinic with a team');
    await join(database, company, colleague.id, 'viewer');
    const works = [{ is_member: false, has_jobs: true }];
    expect(await workOf(poster)).toEqual(works);
    expect(await workOf(colleague)).toEqual(works);
    expect(await workOf(stranger)).toEqual([{ is_member: false, has_jobs: false }]);
  });

  it('ends half a year after the last posting, unless one is on the board', async () => {
    const poster = await actors.signedIn();
    const company = await ownCompany(poster, 'Clinic that stopped');
    await age(company, 200, true);
    expect(await workOf(poster)).toEqual([{ is_member: false, has_jobs: true }]);
    await age(company, 179, false);
    expect(await workOf(poster)).toEqual([{ is_member: false, has_jobs: true }]);
    await age(company, 181, false);
    expect(await workOf(poster)).toEqual([{ is_member: false, has_jobs: false }]);
  });
});

describe('the jobs at somebody’s workplace', () => {
  const jobsOf = ({ client }: Pick<Person, 'client'>) =>
    client.rpc('own_jobs', {}, { get: true }).select('company, is_active, may_change');

  it('are those of their companies, closed ones too, and no others', async () => {
    const [poster, viewer, stranger] = [
      await actors.signedIn(),
      await actors.signedIn(),
      await actors.signedIn(),
    ];
    const company = await ownCompany(poster, 'Clinic with a list');
    await join(database, company, viewer.id, 'viewer');
    await ownCompany(stranger, 'Clinic of a stranger');
    await age(company, 10, false);
    const job = { company: 'Clinic with a list', is_active: false };
    expect((await jobsOf(poster)).data).toEqual([{ ...job, may_change: true }]);
    expect((await jobsOf(viewer)).data).toEqual([{ ...job, may_change: false }]);
    expect((await jobsOf(stranger)).data).toMatchObject([{ company: 'Clinic of a stranger' }]);
    expect((await jobsOf(await actors.signedIn())).data).toEqual([]);
    const { error, status } = await jobsOf(actors.anonymous);
    expect([status, error?.code]).toEqual([401, '42501']);
  });

  it('are read as efficiently as from the table itself', async () => {
    await database.asService.transaction(async (session) => {
      for (const text of ['set local role authenticated', 'set local enable_seqscan = off']) {
        await session.query({ text });
      }
      const { rows } = await session.query<{ 'QUERY PLAN': string }>({
        text: 'explain (verbose) select id, title from public.own_jobs() order by created_at desc, id limit 21',
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toContain('own_jobs');
      // Columns that are not selected are not read.
      expect(plan).not.toContain('own.description');
      // The plan is cached for the next caller: it must not depend on how many jobs this one has,
      // nor check row by row.
      expect(plan).not.toMatch(/(Filter|Cond):.*own_companies/);
      expect(plan).toMatch(/Cond: \(own\.company_id = mine\.id\)/);
    });
  });
});
