import { describe, expect, it } from 'vitest';
import { createCompanies } from '#test/support/applications.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { renameCompanies } from './day.ts';

const { actors, asAdmin, database, post } = await openTestApi();
const { founder } = createTeams({ actors, database, post });
const { company } = createCompanies(actors, database);

async function nameOf({ id }: { id: string }) {
  const { rows } = await database.asService.query<{ name: string }>({
    text: 'select name from public.companies where id = $1',
    values: [id],
  });
  return rows[0]?.name;
}

describe('a name', () => {
  it('may consist of characters that each expand to a sentence when normalized', async () => {
    const { id, client } = await actors.signedIn();
    const company = '\uFDFA'.repeat(100);
    expect((await client.from('employers').insert({ user_id: id, company })).error).toBeNull();
    const job = jobRow(id, { company, client: `${company.slice(1)}x` });
    expect((await client.from('jobs').insert(job as never)).error).toBeNull();
  });

  it('is measured as it will stand, where Unicode writes a letter with two', async () => {
    const { id } = await company();
    const call = (column: string) =>
      database.asService.query({
        text: `update public.companies set ${column} = $2, next_name_from = now() where id = $1`,
        values: [id, '\u0958'.repeat(60)],
      });
    for (const column of ['name', 'next_name']) {
      await expect(call(column)).rejects.toThrow('Enter a name of 2 to 100 characters.');
    }
  });

  it('that waits for staff is taken back with the one that stands, or the one that comes tomorrow', async () => {
    for (const [back, isNext] of [
      ['first', false],
      ['second', true],
    ] as const) {
      const { admin, id } = await company();
      const before = (await nameOf({ id })) ?? '';
      const call = (called: string) =>
        admin.client.rpc('set_company_name', { company: id, called });
      for (const called of [`One ${id}`, `Two ${id}`]) await call(called);
      const { data } = await call(`Three ${id}`).single();
      expect(data?.waits).toBe(true);
      expect((await call(isNext ? `Two ${id}` : before)).error, back).toBeNull();
      await asAdmin(async (client) => {
        const waits = await client.query(
          `select claim from staff.company_cases where company_id = $1 and kind = 'rename'`,
          [id],
        );
        expect(waits.rows, back).toEqual([]);
      });
    }
  });

  it('of the past becomes that of today on a posting, whether new or sent from an older tab', async () => {
    const { admin, id, jobId, join } = await company();
    // Only the posting of a team cannot go to another company.
    const viewer = await join('viewer');
    const before = (await nameOf({ id })) ?? '';
    const called = `Renamed ${id}`;
    expect((await viewer.client.rpc('set_company_name', { company: id, called })).error).toEqual(
      expect.objectContaining({ message: 'Only admins of the company change its name.' }),
    );
    await admin.client.rpc('set_company_name', { company: id, called });
    await database.asService.query({
      text: `update public.companies set next_name_from = now() - interval '1 day' where id = $1`,
      values: [id],
    });
    await renameCompanies({ database });
    const jobs = admin.client.from('jobs');
    const added = await jobs
      .insert(jobRow(admin.id, { company: before }) as never)
      .select('company, company_id');
    const changed = await jobs
      .update({ company: before })
      .eq('id', jobId)
      .select('company, company_id');
    for (const { data } of [added, changed]) {
      expect(data).toEqual([{ company: called, company_id: id }]);
    }
  });

  it('that is an address is written as the company writes it', async () => {
    const { id: poster } = await actors.signedIn();
    const address = `clinic-${poster}.example`;
    const ids = await storeJobs(database, [
      jobRow(poster, { company: address }),
      jobRow(poster, { company: address.toUpperCase() }),
    ]);
    const { rows } = await database.asService.query({
      text: 'select distinct company from public.jobs where id = any ($1)',
      values: [ids],
    });
    expect(rows).toEqual([{ company: address }]);
  });

  it('that is refused does not hold up other companies’ names', async () => {
    const [stuck, free] = [await company(), await company()];
    for (const { admin, id } of [stuck, free]) {
      const called = `Renamed ${id}`;
      await admin.client.rpc('set_company_name', { company: id, called });
    }
    // The one that is refused comes first.
    await database.asService.query({
      text: `update public.companies set next_name_from = now() - case when id = $1 then interval '2 days' else interval '1 day' end
        where id = any ($2)`,
      values: [stuck.id, [stuck.id, free.id]],
    });
    const constrain = (change: string) =>
      asAdmin((client) => client.query(`alter table public.companies ${change}`));
    await constrain(`add constraint refused check (name <> 'Renamed ${stuck.id}') not valid`);
    await expect(renameCompanies({ database })).rejects.toThrow('1 of 2 kept their former names');
    await constrain('drop constraint refused');
    expect(await nameOf(free)).toBe(`Renamed ${free.id}`);
    expect(await nameOf(stuck)).not.toContain('Renamed');
    await renameCompanies({ database });
    expect(await nameOf(stuck)).toBe(`Renamed ${stuck.id}`);
  });

  it('with a new spelling is updated on postings too, except where somebody chose their own', async () => {
    const admin = await founder();
    const { company: id } = admin;
    const [name, own] = [`Practice ${admin.id}`, `practice ${admin.id}, Inc.`];
    const [first, second] = await storeJobs(database, [
      jobRow(admin.id, { company: name }),
      jobRow(admin.id, { company: own }),
    ]);
    // Changing a company's proofs locks the company, and then needs the search rows of its postings.
    await asAdmin(async (holding) => {
      await holding.query('begin');
      await holding.query(`select from public.companies where id = '${id}' for update`);
      await asAdmin((client) =>
        expect(
          client.query(`begin; set local lock_timeout = '100ms';
            select private.respell_company('${id}', '${name}')`),
        ).rejects.toThrow('lock timeout'),
      );
    });
    const called = `PRACTICE ${admin.id}`;
    const { error } = await admin.client.rpc('set_company_name', { company: id, called });
    expect(error).toBeNull();
    await post.deliver();
    const { data } = await admin.client
      .from('jobs')
      .select('company')
      .in('id', [first ?? '', second ?? ''])
      .order('company');
    expect(data?.map(({ company: each }) => each).toSorted()).toEqual([called, own].toSorted());
  });
});
