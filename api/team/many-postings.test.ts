import { expect, it } from 'vitest';
import { jobRow } from '#test/support/jobs.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, post, bugs } = await openTestApi();
const { founder, join } = createTeams({ actors, database, post });

/** A posting of a colleague, and more like it; the newest comes first on the board. */
async function postMany(who: Awaited<ReturnType<typeof join>>, company: string, more: number) {
  const name = await nameOf(company);
  const { error } = await who.client.from('jobs').insert(jobRow(who.id, { company: name }));
  if (error) throw error;
  await asAdmin(async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into public.jobs (title, company, location, application_url, description, contact_name, contact_email,
          posted_by, company_id, is_featured)
        select title, company, location, application_url, description, contact_name, contact_email, posted_by, company_id,
          nth = 1
        from (select * from public.jobs where company_id = $1 limit 1) as one, generate_series(1, $2) as nth`,
      [company, more],
    );
    await client.query(
      'select private.keep_searched(array(select id from public.jobs where company_id = $1))',
      [company],
    );
  });
}

async function nameOf(company: string) {
  const { rows } = await database.asService.query<{ name: string }>({
    text: 'select name from public.companies where id = $1',
    values: [company],
  });
  return rows[0]?.name;
}

async function countOf(table: string, condition: string, values: unknown[]) {
  let count: unknown;
  await asAdmin(async (client) => {
    const text = `select count(*)::int from ${table} where company_id = $1 and ${condition}`;
    const { rows } = await client.query(text, values);
    count = rows[0].count;
  });
  return count;
}

it('all change hands at once, and the search follows in batches, interrupted anywhere', async () => {
  const admin = await founder();
  const { company } = admin;
  const [leaving, last] = [await join(admin), await join(admin)];
  await postMany(leaving, company, 320);
  const posted = ({ id }: { id: string }) =>
    countOf('public.jobs', 'posted_by = $2', [company, id]);
  const searched = ({ id }: { id: string }) =>
    countOf('private.job_search', 'posted_by = $2', [company, id]);
  expect(await searched(leaving)).toBe(321);

  const left = await admin.client.rpc('leave_company', { company, person: leaving.id });
  expect(left.error).toBeNull();
  expect([await posted(leaving), await posted(admin)]).toEqual([0, 321]);
  // One request does not rewrite all of them, but those that were featured no longer are.
  expect(await searched(leaving)).toBe(121);
  expect(await countOf('private.job_search', 'is_featured', [company])).toBe(0);
  const change = ({ client }: typeof leaving) =>
    client.from('jobs').update({ title: 'Senior Analyst' }).eq('company_id', company).select('id');
  expect((await change(leaving)).data).toEqual([]);

  await database.asService.query({
    text: 'select private.settle_searched($1, 100)',
    values: [company],
  });
  expect(await searched(leaving)).toBe(21);
  await post.deliver();
  expect([await searched(leaving), await searched(admin)]).toEqual([0, 321]);

  // An account deleted in the meantime does not take any with it.
  await database.asService.query({
    text: 'delete from auth.users where id = $1',
    values: [admin.id],
  });
  expect([await posted(last), await searched(last)]).toEqual([321, 200]);
  const [mail] = await post.sentTo(last.email);
  expect(mail?.text).toContain('321 jobs have come to you');
  expect(await searched(last)).toBe(321);
});

it('do not keep anybody in a company that staff have closed, while they are still to be hidden', async () => {
  const admin = await founder();
  const { company } = admin;
  const leaving = await join(admin);
  await postMany(leaving, company, 1);
  for (const text of [
    `insert into public.membership_seats (company_id, payer_id, user_id)
      select $1, user_id, '${leaving.id}' from public.company_members where company_id = $1 and role = 'admin'`,
    'update public.companies set closed_at = now() where id = $1',
  ]) {
    await database.asService.query({ text, values: [company] });
  }
  const left = await admin.client.rpc('leave_company', { company, person: leaving.id });
  expect(left.error).toBeNull();
  const { rows } = await database.asService.query({
    text: 'select private.settle_postings($1, null) as hidden',
    values: [company],
  });
  expect(rows).toEqual([{ hidden: 2 }]);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
