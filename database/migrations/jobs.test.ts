import { describe, expect, it } from 'vitest';
import type { Caller } from '#database/database.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const owner = await actors.signedIn();
const stranger = await actors.signedIn();
const jobId = await insertJob(owner.caller, owner.id);
const closedId = await insertJob(owner.caller, owner.id, { is_active: false });

const callers = {
  anonymous: actors.anonymous.caller,
  owner: owner.caller,
  stranger: stranger.caller,
  staff: actors.staff.caller,
};

describe('who may do what with jobs', () => {
  const expectations = [
    { who: 'anonymous', seesActive: true, seesClosed: false, inserts: false, changes: false },
    { who: 'stranger', seesActive: true, seesClosed: false, inserts: true, changes: false },
    { who: 'owner', seesActive: true, seesClosed: true, inserts: true, changes: true },
    { who: 'staff', seesActive: true, seesClosed: true, inserts: true, changes: true },
  ] as const;

  for (const { who, seesActive, seesClosed, inserts, changes } of expectations) {
    const caller = callers[who];
    it(`${who} ${seesActive ? 'reads' : 'does not read'} an active job`, async () => {
      expect(await canSee(caller, jobId)).toBe(seesActive);
    });
    it(`${who} ${seesClosed ? 'reads' : 'does not read'} a closed job`, async () => {
      expect(await canSee(caller, closedId)).toBe(seesClosed);
    });
    it(`${who} ${inserts ? 'posts' : 'does not post'} in their own name`, async () => {
      const attempt = insertJob(caller, (caller.claims.sub as string) ?? owner.id);
      if (inserts) await expect(attempt).resolves.toBeTypeOf('string');
      else await expect(attempt).rejects.toMatchObject({ code: '42501' });
    });
    it(`${who} ${changes ? 'changes' : 'does not change'} the owner's job`, async () => {
      expect(await changedRows(caller, 'update public.jobs set title = title where id = $1')).toBe(
        changes ? 1 : 0,
      );
    });
    it(`${who} ${changes ? 'deletes' : 'does not delete'} the owner's job`, async () => {
      expect(await changedRows(caller, 'delete from public.jobs where id = $1')).toBe(
        changes ? 1 : 0,
      );
    });
  }

  it('a job belongs to the caller if no poster is given', async () => {
    const { data: job } = await owner.client.from('jobs').select('*').eq('id', jobId).single();
    if (!job) throw new Error('There is no job.');
    const { title, company, location, description, contact_name, contact_email, application_url } =
      job;
    const { data, error } = await owner.client
      .from('jobs')
      .insert({
        ...{ title, company, location, description },
        ...{ contact_name, contact_email, application_url },
      })
      .select('posted_by, job_type')
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ posted_by: owner.id, job_type: 'Full-time' });
  });

  it('what is left empty is stored as null, including the closing date', async () => {
    const { data: job } = await owner.client.from('jobs').select('*').eq('id', jobId).single();
    if (!job) throw new Error('There is no job.');
    const { title, company, location, description, contact_name, contact_email, application_url } =
      job;
    const empty = {
      ...{ salary_range: '', requirements: '', benefits: '', contact_phone: '' },
      application_deadline: '',
    };
    const none = Object.fromEntries(Object.keys(empty).map((name) => [name, null]));
    const { data, error } = await owner.client
      .from('jobs')
      .insert({
        ...{ title, company, location, description },
        ...{ contact_name, contact_email, application_url, ...empty },
      })
      .select('*')
      .single();
    expect(error).toBeNull();
    expect(data).toMatchObject(none);
    const set = async (application_deadline: string) =>
      (
        await owner.client
          .from('jobs')
          .update({ application_deadline })
          .eq('id', data?.id ?? '')
          .select('application_deadline')
          .single()
      ).data;
    const day = `${new Date().getUTCFullYear() + 1}-03-01`;
    expect(await set(day)).toEqual({ application_deadline: day });
    expect(await set('')).toEqual({ application_deadline: null });
  });

  it('nobody posts in another name', async () => {
    await expect(insertJob(stranger.caller, owner.id)).rejects.toMatchObject({ code: '42501' });
  });

  it('an owner cannot give a job to somebody else', async () => {
    const attempt = database.askAs(owner.caller, {
      text: 'update public.jobs set posted_by = $2 where id = $1',
      values: [jobId, stranger.id],
    });
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the limits of a job', () => {
  const limits = [
    ['title', 'ab', 'x'.repeat(101), 'abc', 'x'.repeat(100)],
    ['company', 'a', 'x'.repeat(101), 'ab', 'x'.repeat(100)],
    ['location', 'a', 'x'.repeat(101), 'ab', 'x'.repeat(100)],
    ['contact_name', 'a', 'x'.repeat(101), 'ab', 'x'.repeat(100)],
    ['description', 'x'.repeat(49), 'x'.repeat(5001), 'x'.repeat(50), '😀'.repeat(5000)],
    ['requirements', undefined, 'x'.repeat(3001), 'x', 'x'.repeat(3000)],
    ['benefits', undefined, 'x'.repeat(2001), 'x', 'x'.repeat(2000)],
    ['salary_range', undefined, 'x'.repeat(101), 'x', 'x'.repeat(100)],
    ['contact_phone', undefined, 'x'.repeat(51), 'x', 'x'.repeat(50)],
    ['job_type', 'full-time', 'Temporary', 'Full-time', 'Other'],
    [
      'contact_email',
      'nobody',
      `${'x'.repeat(250)}@a.example`,
      'a@b.co',
      `${'x'.repeat(245)}@a.example`,
    ],
    [
      'application_url',
      'javascript:alert(1)',
      `https://a.example/${'x'.repeat(500)}`,
      'http://a.example',
      `https://a.example/${'x'.repeat(482)}`,
    ],
  ] as const;

  for (const [column, tooSmall, tooLarge, smallest, largest] of limits) {
    it(`${column} is refused below and above its limits and accepted at them`, async () => {
      for (const value of [tooSmall, tooLarge]) {
        if (value === undefined) continue;
        const attempt = insertJob(owner.caller, owner.id, { [column]: value });
        await expect(attempt, `${column} = ${value.slice(0, 30)}`).rejects.toMatchObject({
          code: '23514',
        });
      }
      for (const value of [smallest, largest]) {
        await insertJob(owner.caller, owner.id, { [column]: value });
      }
    });
  }
});

async function insertJob(caller: Caller, postedBy: string, changes: Record<string, unknown> = {}) {
  const job = {
    title: 'Denials Analyst',
    company: 'Piedmont Valley Health',
    location: 'Charlotte, NC',
    application_url: 'https://piedmont-valley.example/apply',
    description: 'Find the root causes behind payer denials and write the appeals.',
    contact_name: 'Sample Recruiter',
    contact_email: 'talent@piedmont-valley.example',
    posted_by: postedBy,
    ...changes,
  };
  const columns = Object.keys(job);
  const { rows } = await database.askAs<{ id: string }>(caller, {
    text: `insert into public.jobs (${columns.join(', ')})
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    values: Object.values(job),
  });
  return rows[0]?.id ?? '';
}

async function canSee(caller: Caller, id: string): Promise<boolean> {
  const { rowCount } = await database.askAs(caller, {
    text: 'select id from public.jobs where id = $1',
    values: [id],
  });
  return rowCount === 1;
}

/** How many rows the statement would change; everything is rolled back. */
async function changedRows(caller: Caller, text: string): Promise<number> {
  let changed = 0;
  const undo = new Error('undo');
  await database
    .asCaller(caller, async (session) => {
      changed = (await session.query({ text, values: [jobId] })).rowCount;
      throw undo;
    })
    .catch((error) => {
      if (error !== undo && error.code !== '42501') throw error;
    });
  return changed;
}
