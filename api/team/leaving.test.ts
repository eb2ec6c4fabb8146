import { describe, expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow } from '#test/support/jobs.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, post, bugs } = await openTestApi();
const { candidate } = createCandidates(actors);
const { founder, join, people, subscribe } = createTeams({ actors, database, post });
/** Every way in which an account can leave. */
const ways = [
  ['a deletion', 'delete from auth.users where id = $1'],
  ['a soft deletion', 'update auth.users set deleted_at = now() where id = $1'],
];

describe('a seat whose membership expires', () => {
  it('is announced once to the person who had it, and again only after it has come back', async () => {
    const admin = await founder();
    const [seated, late] = [await join(admin), await join(admin, 'Late Colleague')];
    const sql = (text: string, values: unknown[] = [admin.id]) =>
      database.asService.query({ text, values });
    await sql('update public.subscriptions set quantity = 2 where user_id = $1');
    for (const [who, before] of [
      [seated, 2],
      [late, 1],
    ] as const) {
      await sql(
        `insert into public.membership_seats (payer_id, user_id, company_id, given_at)
          values ($1, $2, $3, now() - make_interval(hours => $4))`,
        [admin.id, who.id, admin.company, before],
      );
    }
    const sent = async ({ email }: { email: string }, begins: string) =>
      (await post.sentTo(email)).filter(({ subject }) => subject.startsWith(begins)).length;
    const mails = (who: { email: string }) => sent(who, 'Your seat');
    const back = (who: { email: string }) => sent(who, 'You have a seat');
    const end = async () => {
      await sql(`update public.subscriptions set status = 'canceled', current_period_end = now() - interval '1 hour',
        paid_until = null where user_id = $1`);
      for (const _ of [1, 2]) await sql('select private.tell_ended_seats()', []);
    };
    await sql('select private.tell_ended_seats()', []);
    expect(await mails(seated)).toBe(0);
    await end();
    expect([await mails(seated), await mails(late)]).toEqual([1, 0]);
    await sql(`update public.subscriptions set status = 'active', current_period_end = now() + interval '1 day'
      where user_id = $1`);
    const before = [await back(seated), await back(late)];
    await sql('select private.tell_ended_seats()', []);
    expect([await back(seated), await back(late)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    await end();
    expect([await mails(seated), await mails(late)]).toEqual([2, 0]);
    await sql(`update public.subscriptions set status = 'active', current_period_end = now() + interval '1 day',
      quantity = 3 where user_id = $1`);
    await sql('select private.tell_ended_seats()', []);
    expect([await back(seated), await back(late)]).toEqual([
      (before[0] ?? 0) + 2,
      (before[1] ?? 0) + 1,
    ]);
  });
});

describe('somebody who is removed while they write', () => {
  it.each(['leave_company', 'set_member_role'] as const)(
    'leaves to the company what they started for it (%s)',
    async (how) => {
      const admin = await founder();
      const other = await join(admin);
      await subscribe(other);
      const them = await candidate();
      const about = { company: admin.company, person: other.id };
      let refused: unknown = 'not done';
      const waits = async () => {
        let count: number | null = 0;
        await asAdmin(async (client) => {
          ({ rowCount: count } = await client.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ));
        });
        return refused === null || count !== 0;
      };
      let removing: PromiseLike<unknown> | undefined;
      await database.asCaller(other.caller, async (session) => {
        const row = jobRow(other.id, { company: `Practice ${admin.id}` });
        const names = Object.keys(row);
        await session.query({
          text: `insert into public.jobs (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()})`,
          values: Object.values(row),
        });
        await session.query({
          text: 'insert into public.saved_candidates (user_id, profile_id) values ($1, $2)',
          values: [other.id, them.profileId],
        });
        await session.query({
          text: 'select * from private.write_to_candidate($1, $2, null)',
          values: [them.profileId, 'Good morning, we look for a coder.'],
        });
        removing = (
          how === 'leave_company'
            ? admin.client.rpc(how, about)
            : admin.client.rpc(how, { ...about, wanted: 'viewer' })
        ).then(({ error }) => {
          refused = error;
        });
        await expect.poll(waits).toBe(true);
      });
      await removing;
      expect(refused).toBe(null);
      const { rows } = await database.asService.query<{ of: string; whose: string }>({
        text: `select 'job' as of, posted_by as whose from public.jobs where company_id = $1
        union all select 'conversation', member_id from public.conversations where company_id = $1
        union all select 'saved', user_id from public.saved_candidates where company_id = $1`,
        values: [admin.company],
      });
      // A viewer is still a member.
      const heir = how === 'leave_company' ? admin.id : other.id;
      expect(rows).toEqual(['job', 'conversation', 'saved'].map((of) => ({ of, whose: heir })));
    },
  );
});

describe('leaving', () => {
  it('ends access at once, and hands over what was posted', async () => {
    const admin = await founder();
    const other = await join(admin);
    const { company } = admin;
    const { data: job } = await other.client
      .from('jobs')
      .insert(jobRow(other.id, { company: `Practice ${admin.id}` }))
      .select('id')
      .single();
    await other.client
      .from('jobs')
      .update({ is_active: false })
      .eq('id', job?.id ?? '');
    const seen = async () =>
      (
        await other.client
          .from('jobs')
          .select('id')
          .eq('id', job?.id ?? '')
      ).data;
    expect(await seen()).toHaveLength(1);
    expect((await other.client.rpc('leave_company', { company, person: admin.id })).status).toBe(
      403,
    );
    expect(
      (await admin.client.rpc('leave_company', { company, person: other.id })).error,
    ).toBeNull();
    expect(await seen()).toEqual([]);
    expect(await people(other, company)).toEqual([]);
    const { data } = await admin.client
      .from('jobs')
      .select('posted_by')
      .eq('id', job?.id ?? '')
      .single();
    expect(data?.posted_by).toBe(admin.id);
    const mails = await post.sentTo(other.email);
    expect(mails[0]?.subject).toContain('You were removed from');
  });

  it('is announced to whoever takes over, with the contact that the jobs still show', async () => {
    const first = await founder('Erin Leaver');
    const [admin, removed] = [await join(first, 'Kim Stays', 'admin'), await join(first)];
    const { company } = first;
    for (const who of [first, removed]) {
      await who.client.from('jobs').insert(jobRow(who.id, { company: `Practice ${first.id}` }));
    }
    const told = async () =>
      (await post.sentTo(admin.email)).filter(({ subject }) =>
        subject.startsWith('A colleague has left'),
      );
    // The screen tells the person removing somebody what will be handed over to them.
    await admin.client.rpc('leave_company', { company, person: removed.id });
    expect(await told()).toEqual([]);
    await first.client.rpc('leave_company', { company, person: first.id });
    const [mail] = await told();
    expect(mail?.text).toContain('Erin Leaver');
    expect(mail?.text).toContain('One job has come to you');
    expect(mail?.text).toContain('/my-jobs');
  });

  it('does not end what somebody pays for, and says so', async () => {
    const admin = await founder();
    const [payer, other, blocked] = [await join(admin), await join(admin), await join(admin)];
    await subscribe(payer);
    await database.asService.query({
      text: `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      values: [blocked.id],
    });
    for (const { id } of [payer, other, blocked]) {
      await admin.client.rpc('leave_company', { company: admin.company, person: id });
    }
    const letter = async ({ email }: { email: string }) =>
      (await post.sentTo(email)).find(({ subject }) => subject.startsWith('You were removed'))
        ?.text;
    expect(await letter(payer)).toContain('Your own membership goes on');
    expect(await letter(other)).not.toContain('membership goes on');
    expect(await letter(blocked)).toBeUndefined();
    const [cancelled, owing, ended] = [await join(admin), await join(admin), await join(admin)];
    for (const [who, change] of [
      [cancelled, 'cancel_at_period_end = true'],
      [owing, `status = 'unpaid', paid_until = null`],
      [ended, `status = 'canceled', paid_until = null, current_period_end = now()`],
    ] as const) {
      await subscribe(who);
      await database.asService.query({
        text: `update public.subscriptions set ${change} where user_id = $1`,
        values: [who.id],
      });
      await admin.client.rpc('leave_company', { company: admin.company, person: who.id });
    }
    expect(await letter(cancelled)).not.toContain('charged');
    expect(await letter(owing)).toContain('Your own membership goes on');
    expect(await letter(ended)).not.toContain('membership goes on');
    // Somebody who rejoins before it is deleted is not told about it.
    const back = await join(admin);
    await admin.client.rpc('leave_company', { company: admin.company, person: back.id });
    await database.asService.query({
      text: `insert into public.company_members values ($1, $2, 'recruiter')`,
      values: [admin.company, back.id],
    });
    expect(await letter(back)).toBeUndefined();
  });

  it('needs an heir, or ends the company if nobody else is there', async () => {
    const admin = await founder();
    const other = await join(admin);
    const { company } = admin;
    const leave = (who: typeof other, ends = false) =>
      who.client.rpc('leave_company', { company, person: who.id, ends_company: ends });
    expect((await leave({ ...other, ...admin })).status).toBe(409);
    await admin.client.rpc('set_member_role', { company, person: other.id, wanted: 'admin' });
    expect((await leave({ ...other, ...admin })).error).toBeNull();
    expect((await leave(other)).status).toBe(409);
    expect((await leave(other, true)).error).toBeNull();
    const { rows } = await database.asService.query({
      text: 'select from public.companies where id = $1',
      values: [company],
    });
    expect(rows).toEqual([]);
  });

  it.each(ways)(
    'does not pass the company to somebody blocked if anybody else is there (%s)',
    async (_, close) => {
      const admin = await founder();
      const [blocked, other] = [
        await join(admin, 'Bo', 'admin'),
        await join(admin, 'Vi', 'viewer'),
      ];
      const { company } = admin;
      await database.asService.query({
        text: `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
        values: [blocked.id],
      });
      const alone = { status: 409, error: { message: expect.stringContaining('needs an admin') } };
      expect(await admin.client.rpc('leave_company', { company, person: admin.id })).toMatchObject(
        alone,
      );
      const less = { company, person: admin.id, wanted: 'recruiter' };
      expect(await admin.client.rpc('set_member_role', less)).toMatchObject(alone);
      await admin.client.from('jobs').insert(jobRow(admin.id, { company: `Practice ${admin.id}` }));
      await database.asService.query({ text: close, values: [admin.id] });
      const roles = (await people(other, company)).map(({ user_id, role }) => [user_id, role]);
      expect(roles).toContainEqual([other.id, 'admin']);
      const { data } = await actors.anonymous.client
        .from('jobs')
        .select('posted_by')
        .eq('company', `Practice ${admin.id}`);
      expect(data).toEqual([{ posted_by: other.id }]);
    },
  );

  it('ends a company that nobody else works for, only if they say so', async () => {
    const { client, id: person, company } = await founder();
    const leave = (ends_company?: boolean) =>
      client.rpc('leave_company', { company, person, ...(ends_company && { ends_company }) });
    expect((await leave()).error?.message).toContain('You are the only person of this company.');
    expect((await leave(true)).error).toBeNull();
  });

  it('with an account that is closed makes the next one an admin', async () => {
    const admin = await founder();
    const other = await join(admin);
    await database.asService.query({
      text: 'delete from auth.users where id = $1',
      values: [admin.id],
    });
    expect((await people(other, admin.company)).map(({ role }) => role)).toEqual(['admin']);
    const [mail] = (await post.sentTo(other.email)).filter(({ subject }) =>
      subject.startsWith('A colleague has left'),
    );
    expect(mail?.text).toContain('A colleague no longer works for');
    expect(mail?.text).toContain('You are an admin of the company from now on.');
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
