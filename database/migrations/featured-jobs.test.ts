import { describe, expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database } = await openTestApi();

type Person = Awaited<ReturnType<typeof actors.signedIn>>;

/** Live jobs of one person. */
async function post(person: Person, count = 1): Promise<string[]> {
  const { data, error } = await person.client
    .from('jobs')
    .insert(
      Array.from({ length: count }, (_, number) => ({
        title: `Analyst ${number}`,
        company: 'Clinic',
        location: 'Durham',
        application_url: 'https://clinic.example/apply',
        description: 'A description that is long enough for the rule of fifty characters.',
        contact_name: 'Kim',
        contact_email: 'kim@clinic.example',
        posted_by: person.id,
      })),
    )
    .select('id');
  if (error) throw error;
  return data.map(({ id }) => id);
}

const feature = (person: Person, id: string, is_featured = true) =>
  person.client.from('jobs').update({ is_featured }).eq('id', id).select('is_featured');

/** Lets somebody work for the company that a job belongs to. */
const joinCompanyOf = (job: string, { id }: Person) =>
  database.asService.query({
    text: `insert into public.company_members (company_id, user_id, role)
      select company_id, $2, 'recruiter' from public.jobs where id = $1`,
    values: [job, id],
  });

async function featuredOf({ id }: Person) {
  const { rows } = await database.asService.query<{ count: number }>({
    text: 'select count(*)::int as count from public.jobs where posted_by = $1 and is_featured',
    values: [id],
  });
  return rows[0]?.count;
}

describe('featuring a job', () => {
  it('is for members, and for nobody else', async () => {
    const person = await actors.signedIn();
    const [id = ''] = await post(person);
    const { error } = await feature(person, id);
    expect(error).toMatchObject({
      code: '42501',
      message: 'Featuring a job takes an employer membership.',
    });
    expect(await featuredOf(person)).toBe(0);
  });

  it('is for one’s own jobs', async () => {
    const [member, other] = [await actors.member(), await actors.member()];
    const [id = ''] = await post(other);
    expect((await feature(member, id)).data).toEqual([]);
    expect(await featuredOf(other)).toBe(0);
  });

  it('of a colleague needs that colleague’s membership, and says so', async () => {
    const [member, colleague] = [await actors.member(), await actors.signedIn()];
    const [id = ''] = await post(colleague);
    await joinCompanyOf(id, member);
    expect((await feature(member, id)).error?.message).toBe(
      'Featuring this job takes a membership or a seat of the colleague who posted it.',
    );
    expect(await featuredOf(colleague)).toBe(0);
  });

  it('counts the jobs of the colleague who posted it, and says so', async () => {
    const [recruiter, colleague] = [await actors.signedIn(), await actors.member()];
    const [fourth = '', ...featured] = await post(colleague, 4);
    await joinCompanyOf(fourth, recruiter);
    for (const id of featured) expect((await feature(recruiter, id)).error).toBeNull();
    expect((await feature(recruiter, fourth)).error?.message).toContain(
      'Three jobs of the colleague who posted this one are featured already.',
    );
    expect(await featuredOf(colleague)).toBe(3);
  });

  it('allows three at a time, even when four are requested at once', async () => {
    const member = await actors.member();
    const ids = await post(member, 4);
    const answers = await Promise.all(ids.map((id) => feature(member, id)));
    const refused = answers.filter(({ error }) => error);
    expect(refused).toMatchObject([
      { error: { code: '23514', message: expect.stringContaining('three jobs at a time') } },
    ]);
    expect(await featuredOf(member)).toBe(3);
    const first = ids[answers.findIndex(({ error }) => !error)] ?? '';
    await feature(member, first, false);
    const fourth = ids[answers.findIndex(({ error }) => error)] ?? '';
    expect((await feature(member, fourth)).error).toBeNull();
    expect(await featuredOf(member)).toBe(3);
  });

  it('cannot be written with a new job', async () => {
    const member = await actors.member();
    const [id = ''] = await post(member);
    const { error } = await member.client.from('jobs').insert({ id, is_featured: true } as never);
    expect(error?.code).toBe('42501');
  });

  it('ends with the job, frees its place, and does not come back by itself', async () => {
    const member = await actors.member();
    const ids = await post(member, 4);
    for (const id of ids.slice(0, 3)) await feature(member, id);
    const [closed = '', , , fourth = ''] = ids;
    await member.client.from('jobs').update({ is_active: false }).eq('id', closed);
    expect(await featuredOf(member)).toBe(2);
    expect((await feature(member, closed)).error?.code).toBe('23514');
    const both = (id: string, is_active: boolean) =>
      member.client.from('jobs').update({ is_active, is_featured: true }).eq('id', id);
    for (const changed of [both(closed, true), both(fourth, false)]) {
      expect((await changed).error?.code).toBe('23514');
    }
    expect((await feature(member, fourth)).error).toBeNull();
    await member.client.from('jobs').update({ is_active: true }).eq('id', closed);
    expect(await featuredOf(member)).toBe(3);
  });

  it('ends too when the job expires or staff hide it', async () => {
    const member = await actors.member();
    const ids = await post(member, 5);
    for (const id of ids.slice(0, 3)) await feature(member, id);
    const [expired, hidden, , fourth = '', fifth = ''] = ids;
    // Time passes without any write: changed as the database's owner, bypassing the trigger.
    await asAdmin((client) =>
      client.query(`set session_replication_role = replica;
        update public.jobs set published_at = now() - interval '61 days' where id = '${expired}'`),
    );
    const change = (text: string, id = '') => database.asService.query({ text, values: [id] });
    await change('update public.jobs set hidden_at = now() where id = $1', hidden);
    expect(await featuredOf(member)).toBe(2);
    for (const id of [fourth, fifth]) expect((await feature(member, id)).error).toBeNull();
    await change('update public.jobs set hidden_at = null where id = $1', hidden);
    await change(`update public.jobs set published_at = now() where id = $1`, expired);
    expect(await featuredOf(member)).toBe(3);
  });
});

describe('the end of a membership', () => {
  async function featuring() {
    const member = await actors.member();
    const [id = ''] = await post(member);
    await feature(member, id);
    expect(await featuredOf(member)).toBe(1);
    return member;
  }

  it('ends the featuring when the payment service reports it', async () => {
    const member = await featuring();
    await database.asService.query({
      text: `update public.subscriptions set status = 'unpaid' where user_id = $1`,
      values: [member.id],
    });
    expect(await featuredOf(member)).toBe(0);
  });

  it('ends it for a colleague whose seat is taken back', async () => {
    const [payer, seated] = [await actors.member(), await featuring()];
    await asAdmin((client) =>
      client.query(`begin; set local session_replication_role = replica;
        delete from public.subscriptions where user_id = '${seated.id}';
        with company as (insert into public.companies (slug, name) values ('seated', 'Seated') returning id)
          insert into public.membership_seats (payer_id, user_id, company_id)
            select '${payer.id}', '${seated.id}', id from company;
        commit`),
    );
    expect(await featuredOf(seated)).toBe(1);
    await database.asService.query({
      text: 'delete from public.membership_seats where user_id = $1',
      values: [seated.id],
    });
    expect(await featuredOf(seated)).toBe(0);
  });

  it('ends it too when only the clock says so, and leaves other members alone', async () => {
    const [ended, going] = [await featuring(), await featuring()];
    // Time passes without any write: changed as the database's owner, bypassing the trigger.
    await asAdmin(async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `update public.subscriptions set current_period_end = now() - interval '1 day'
          where user_id = $1`,
        [ended.id],
      );
    });
    expect(await featuredOf(ended)).toBe(1);
    await database.asService.query({ text: 'select private.end_featured_jobs()' });
    expect([await featuredOf(ended), await featuredOf(going)]).toEqual([0, 1]);
  });

  it('is nothing that a person can cause for others', async () => {
    const stranger = await actors.signedIn();
    const attempt = database.askAs(stranger.caller, { text: 'select private.end_featured_jobs()' });
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });
});
