import { describe, expect, it } from 'vitest';
import { site } from '#domain/site/brand.ts';
import { createCompanies } from '#test/support/applications.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, fetch, post, bugs } = await openTestApi();
const { founder, join, person, tokenOf } = createTeams({ actors, database, post });
const { company, application } = createCompanies(actors, database);

async function write(text: string, values: unknown[]) {
  await database.asService.query({ text, values });
}
async function read<T extends object>(text: string, values: unknown[]): Promise<T | undefined> {
  return (await database.asService.query<T>({ text, values })).rows[0];
}
type Company = Awaited<ReturnType<typeof company>>;
const changeJob = ({ admin, jobId }: Company, change: object) =>
  admin.client
    .from('jobs')
    .update(change as never)
    .eq('id', jobId);

describe('a row invented by the caller', () => {
  it.each([
    ['posted_by_name', 'job', 'posted_by'],
    ['saved_by', 'saved', 'user_id'],
  ])('does not make %s reveal a name', async (name, argument, column) => {
    const admin = await founder();
    const victim = await person('Vera Victim');
    const response = await fetch(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ [argument]: { [column]: victim.id, company_id: admin.company } }),
    });
    expect(await response.text()).not.toContain('Vera');
  });

  it('does not affect the name of a posting’s colleague, which nobody else reads', async () => {
    const admin = await founder('Kim Founder');
    const other = await join(admin);
    await storeJobs(database, [jobRow(admin.id, { company: `Practice ${admin.id}` })]);
    const names = ({ client }: typeof other) =>
      client
        .from('jobs')
        .select('posted_by_name' as '*')
        .eq('posted_by', admin.id);
    expect((await names(other)).data).toEqual([{ posted_by_name: 'Kim Founder' }]);
    expect((await names(await person())).data).toEqual([{ posted_by_name: null }]);
  });
});

describe('founding', () => {
  it('is limited to fifty companies, however often a posting is renamed', async () => {
    await postWithoutLimit(database);
    const poster = await actors.signedIn();
    const [jobId = ''] = await storeJobs(database, [jobRow(poster.id, { company: 'Practice' })]);
    const rename = (company: string) =>
      poster.client.from('jobs').update({ company }).eq('id', jobId);
    for (let number = 1; number < 50; number += 1) {
      expect((await rename(`Mercy ${number}`)).error).toBeNull();
    }
    expect((await rename('Mercy 50')).error?.code).toBe('PT409');
    expect((await rename('Mercy 7')).error).toBeNull();
  });

  it('is not possible under our own name, nor can we be named as a client or contact', async () => {
    const poster = await actors.signedIn();
    const insert = (change: Record<string, unknown>) =>
      poster.client.from('jobs').insert(jobRow(poster.id, change) as never);
    expect((await insert({ company: site.name })).error?.message).toMatch(/our own name/);
    expect((await insert({ client: site.name })).error?.message).toMatch(/our own name/);
    const contact = { contact_name: `${site.name} Support` };
    expect((await insert(contact)).error?.message).toMatch(/our own name/);
    const { data } = await insert({ client: 'Mercy Health' }).select('id').single();
    const change = poster.client
      .from('jobs')
      .update(contact)
      .eq('id', data?.id ?? '');
    expect((await change).error?.message).toMatch(/our own name/);
  });
});

describe('a posting', () => {
  it('to which people have applied stays with its company', async () => {
    const ours = await company();
    const guest = await application(ours, { state: 'unconfirmed' });
    expect((await changeJob(ours, { location: 'Durham, NC' })).error).toBeNull();
    await write(`update public.applications set state = 'new' where id = $1`, [guest]);
    expect((await changeJob(ours, { company: 'Another One' })).error?.code).toBe('PT409');
    expect((await changeJob(ours, { company: `${ours.name}, Inc.` })).error).toBeNull();
    const { error } = await changeJob(ours, { location: 'Cary, NC' });
    expect(error).toBeNull();
  });

  it('of a team stays with its company; one person may rename theirs until an application is confirmed', async () => {
    const [alone, team] = [await company(), await company()];
    await application(alone, { state: 'unconfirmed' });
    await team.join('viewer');
    expect((await changeJob(alone, { company: 'Another One' })).error).toBeNull();
    expect((await changeJob(team, { company: 'Another One' })).error).toMatchObject({
      code: 'PT409',
      message: expect.stringContaining('belongs to the company that posted it'),
    });
  });

  it('that no longer takes applications still tells those who wait that it is over', async () => {
    const ours = await company();
    const waits = await application(ours);
    const elsewhere = { applies_here: false, application_url: 'https://clinic.example/apply' };
    expect((await changeJob(ours, elsewhere)).error).toBeNull();
    expect((await changeJob(ours, { is_active: false })).error).toBeNull();
    const { is_told } =
      (await read<{ is_told: boolean }>(
        'select closing_since is not null as is_told from public.applications where id = $1',
        [waits],
      )) ?? {};
    expect(is_told).toBe(true);
  });

  it('of a company that staff closed, which nobody sees any more, can be neither created nor reopened', async () => {
    const ours = await company();
    await changeJob(ours, { is_active: false });
    const seen = async () =>
      (await actors.anonymous.client.from('companies').select('id').eq('id', ours.id)).data;
    expect(await seen()).toHaveLength(1);
    await write('update public.companies set closed_at = now() where id = $1', [ours.id]);
    expect(await seen()).toEqual([]);
    const again = jobRow(ours.admin.id, { company: ours.name });
    const { error } = await ours.admin.client.from('jobs').insert(again as never);
    expect(error?.message).toMatch(/closed this company/);
    expect((await changeJob(ours, { is_active: true })).error?.code).toBe('PT403');
    expect((await changeJob(ours, { location: 'Cary, NC' })).error).toBeNull();
  });
});

describe('the mark set by staff', () => {
  it('ends when the web address that staff checked changes', async () => {
    const ours = await company();
    await asAdmin(async (client) => {
      await client.query(`insert into company_proofs (company_id, kind) values ($1, 'staff')`, [
        ours.id,
      ]);
      await client.query('select private.show_proofs($1)', [ours.id]);
    });
    const setAddress = (web_address: string) =>
      ours.admin.client.functions.invoke('set-company-address', {
        body: { company: ours.id, web_address },
      });
    const isChecked = async () =>
      (await ours.admin.client.rpc('my_companies')).data?.[0]?.is_checked;
    expect(await isChecked()).toBe(true);
    expect((await setAddress('https://rival.example')).error).toBeNull();
    expect(await isChecked()).toBe(false);
    expect(bugs).toEqual([]);
  });
});

describe('what an applicant did not send', () => {
  it('stays hidden: a profile’s credentials are only sent with the profile', async () => {
    const ours = await company();
    const [sends, hides] = [await actors.signedIn(), await actors.signedIn()];
    await asAdmin(async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into candidate_profiles (user_id, headline, public_profile, verified)
          select id, 'Coder', false, '["CIHIS-S"]' from unnest($1::uuid[]) as id`,
        [[sends.id, hides.id]],
      );
      await client.query('set session_replication_role = origin');
    });
    const with_ = await application(ours, {
      applicant_id: sends.id,
      profile: '{"headline": "Coder"}',
    });
    const without = await application(ours, { applicant_id: hides.id });
    const verified = async (id: string) =>
      (
        (await ours.admin.client.rpc('read_application', { application: id })).data as {
          verified: unknown[];
        }
      ).verified;
    expect(await verified(with_)).toHaveLength(1);
    expect(await verified(without)).toEqual([]);
    const list = async (asked: object) =>
      ((await ours.admin.client.rpc('list_applications', asked)).data ?? []).map(
        ({ id, is_verified }) => [id, is_verified],
      );
    expect(await list({ verified: true })).toEqual([[with_, true]]);
    expect((await list({})).sort()).toEqual(
      [
        [with_, true],
        [without, false],
      ].sort(),
    );
  });
});

describe('a company’s notes on an application', () => {
  it('are in no export of the applicant', async () => {
    const ours = await company();
    const who = await actors.signedIn();
    await application(ours, { applicant_id: who.id, spam_at: new Date(), meets_needs: false });
    const response = await fetch('/functions/v1/account-export', {
      method: 'POST',
      headers: who.headers,
      body: '{}',
    });
    const { applications } = (await response.json()) as { applications: object[] };
    expect(applications).toMatchObject([{ company_name: ours.name }]);
    for (const column of ['spam_at', 'meets_needs', 'search_words', 'closing_since']) {
      expect(applications[0]).not.toHaveProperty(column);
    }
  });
});

describe('a company that ends', () => {
  it('tells people who still wait, and nobody else', async () => {
    const ours = await company();
    const address = (of: string) => `${of}-${ours.id}@people.example`;
    await application(ours, { email: address('waits') });
    await application(ours, { email: address('declined'), state: 'declined' });
    await application(ours, { email: address('unconfirmed'), state: 'unconfirmed' });
    await application(ours, { email: address('quiet'), wants_mails: false });
    const { error } = await ours.admin.client.rpc('leave_company', {
      company: ours.id,
      person: ours.admin.id,
      ends_company: true,
    });
    expect(error).toBeNull();
    const [mail, ...more] = await post.sentTo(address('waits'));
    expect(mail?.subject).toContain('has left');
    expect(mail?.text).toContain('Denials Analyst');
    expect(more).toEqual([]);
    for (const of of ['declined', 'unconfirmed', 'quiet']) {
      expect(await post.sentTo(address(of))).toEqual([]);
    }
  });

  it('tells them also when its only member deletes their account', async () => {
    const ours = await company();
    const email = `left-${ours.id}@people.example`;
    await application(ours, { email });
    await write('delete from auth.users where id = $1', [ours.admin.id]);
    expect(await post.sentTo(email)).toHaveLength(1);
  });
});

describe('an admin who is removed', () => {
  it.each(['removed', 'demoted'])(
    '(%s) cannot return by inviting another address of their own',
    async (how) => {
      const admin = await founder();
      const bad = await join(admin, 'Bad Colleague', 'admin');
      const own = await person('Bad Colleague');
      const role = 'admin';
      const asked = { company: admin.company, address: own.email, as_role: role };
      expect((await bad.client.rpc('invite_to_company', asked)).error).toBeNull();
      const token = await tokenOf(own.email);
      const call = { company: admin.company, person: bad.id };
      const { error } = await (how === 'removed'
        ? admin.client.rpc('leave_company', call)
        : admin.client.rpc('set_member_role', { ...call, wanted: 'recruiter' }));
      expect(error).toBeNull();
      expect((await own.client.rpc('accept_invitation', { token })).status).toBe(404);
    },
  );
});

describe('a domain', () => {
  it.each([
    ['kim@mercy.example', true],
    ['kim@mail.MERCY.example', true],
    ['"kim@mercy.example@"@evil.example', false],
    ['kim@evilmercy.example', false],
    ['kim@mercy.example.evil.example', false],
  ])('%s is at mercy.example: %s', async (address, expected) => {
    let found: unknown;
    await asAdmin(async (client) => {
      const asked = `select private.is_at_domain($1, 'mercy.example') as it`;
      found = (await client.query(asked, [address])).rows[0]?.it;
    });
    expect(found).toBe(expected);
  });
});

it('what a company’s own people send to it does not count toward its response rate', async () => {
  const ours = await company();
  const answered = { state: 'declined', answered_at: new Date() };
  for (let nth = 0; nth < 9; nth += 1) await application(ours, answered);
  const { id } = await ours.join('recruiter');
  await application(ours, { ...answered, applicant_id: id });
  const answers = async () =>
    (await actors.anonymous.client.rpc('company_answers', { company: ours.id })).data;
  expect(await answers()).toEqual([]);
  await application(ours, answered);
  expect(await answers()).toMatchObject([{ applications: 10 }]);
});
