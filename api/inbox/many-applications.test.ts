import { expect, it } from 'vitest';
import { deleteJob, readOwnJob } from '#app/features/own-jobs/own-jobs.ts';
import { createCompanies } from '#test/support/applications.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, post } = await openTestApi();
const { company } = createCompanies(actors, database);

const applyOften = (ours: Awaited<ReturnType<typeof company>>, many: number) =>
  database.asService.query({
    text: `insert into public.applications (job_id, job_title, company_id, company_name, name, email, state)
      select $1, 'Analyst', $2, 'Clinic', 'Sample', gen_random_uuid() || '@people.example', 'new'
      from generate_series(1, $3::int)`,
    values: [ours.jobId, ours.id, many],
  });

const counted = (companyId: string) =>
  database.asService.query({
    text: `select count(job_id)::int as held, count(closing_since)::int as closing
      from public.applications where company_id = $1`,
    values: [companyId],
  });

it('one of many applications is closed at once, and opened again, while they follow in parts', async () => {
  const ours = await company();
  await applyOften(ours, 1_200);
  const closing = async () => {
    const { rows } = await database.asService.query<{ count: number }>({
      text: 'select count(closing_since)::int as count from public.applications where job_id = $1',
      values: [ours.jobId],
    });
    return rows[0]?.count;
  };
  const found: unknown[] = [];
  for (const is_active of [false, true]) {
    await ours.admin.client.from('jobs').update({ is_active }).eq('id', ours.jobId);
    found.push(await closing());
    await post.deliver();
    found.push(await closing());
  }
  expect(found).toEqual([500, 1_200, 700, 0]);
});

it('a deleted posting of thousands is closed at once, and goes when all its applications have let go of it', async () => {
  const ours = await company();
  await applyOften(ours, 2_001);
  const { client } = ours.admin;
  expect(await deleteJob(client as never, ours.jobId)).toBe('closed');
  expect(await readOwnJob(client as never, ours.jobId)).toMatchObject({ is_active: false });
  await post.deliver();
  expect(await readOwnJob(client as never, ours.jobId)).toBeNull();
  expect(await deleteJob(client as never, ours.jobId)).toBe('gone');
  expect((await counted(ours.id)).rows).toEqual([{ held: 0, closing: 2_001 }]);
  // Or each of them would be told later on.
  await database.asService.query({
    text: 'delete from public.applications where company_id = $1',
    values: [ours.id],
  });
});

it('one of thousands that goes with its account is gone at once', async () => {
  const ours = await company();
  await applyOften(ours, 2_001);
  // Or each of them would be told that the company has left.
  await database.asService.query({
    text: `update public.applications set state = 'declined' where company_id = $1`,
    values: [ours.id],
  });
  await database.asService.query({
    text: 'select private.delete_account($1)',
    values: [ours.admin.id],
  });
  const left = await database.asService.query({
    text: 'select id from public.jobs where id = $1',
    values: [ours.jobId],
  });
  expect(left.rows).toEqual([]);
});
