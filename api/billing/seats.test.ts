import { describe, expect, it } from 'vitest';
import { createPayingTeams } from '#test/support/paying-teams.ts';
import type { Colleague } from '#test/support/teams.ts';
import { openMembershipApi } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { database, sandbox, invoke } = api;
const { teams, payingTeam, has, give } = createPayingTeams(api);

describe('seats', () => {
  it('start with one, until more are bought; the newest end when there are fewer', async () => {
    const team = await payingTeam();
    const { paying, first, second } = team;
    expect((await give(team, first)).status).toBe(409);
    expect((await invoke('change-seats', paying, { quantity: 3 })).body).toEqual({ quantity: 3 });
    expect(await api.row(paying)).toMatchObject({ quantity: 3, amount: '14997' });
    expect((await give(team, first)).error).toBeNull();
    expect((await give(team, second)).error).toBeNull();
    expect([await has(first), await has(second)]).toEqual([true, true]);
    expect((await invoke('check-subscription', paying)).body).toMatchObject({ seat_of: null });
    const seen = await first.client.functions.invoke('check-subscription', { body: {} });
    expect(seen.data).toMatchObject({ subscribed: true, seat_of: `Team ${paying.user.id}` });

    expect((await invoke('change-seats', paying, { quantity: 2 })).status).toBe(200);
    expect([await has(first), await has(second)]).toEqual([true, false]);
    const mails = await api.post.sentTo(second.email);
    expect(mails[0]?.subject).toContain('Your seat with');
    const { data } = await team.admin.client.rpc('company_seats', { company: team.company });
    expect(data?.map(({ state }) => state)).toEqual(['pays', 'seat', 'lost']);
    // A change made in the payment service itself arrives as an event.
    const { subscription_id: subscription } = await api.truth(paying);
    const kept = sandbox.state.subscriptions[subscription ?? ''];
    if (kept?.items.data[0]) kept.items.data[0].quantity = 5;
    await database.asService.query({
      text: `update public.subscriptions set asked_at = '-infinity'`,
    });
    await invoke('check-subscription', paying, { refresh: true });
    expect([await has(first), await has(second)]).toEqual([true, true]);
  });

  it('end at once with the membership, when the payer is blocked, and when either leaves', async () => {
    const team = await payingTeam();
    const { paying, first, second, admin, company } = team;
    await invoke('change-seats', paying, { quantity: 3 });
    await give(team, first);
    await give(team, second);
    await database.asService.query({
      text: `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      values: [paying.user.id],
    });
    expect([await has(first), await has(second)]).toEqual([false, false]);
    for (const _ of [1, 2]) {
      await database.asService.query({ text: 'select private.tell_ended_seats()' });
    }
    const mails = (await api.post.sentTo(first.email)).map(({ subject }) => subject);
    expect(mails.filter((subject) => subject.includes('Your seat with'))).toHaveLength(1);
    await database.asService.query({
      text: 'update auth.users set banned_until = null where id = $1',
      values: [paying.user.id],
    });
    await admin.client.rpc('leave_company', { company, person: first.id });
    expect([await has(first), await has(second)]).toEqual([false, true]);
    // A viewer has no seat.
    await admin.client.rpc('set_member_role', { company, person: second.id, wanted: 'viewer' });
    expect(await has(second)).toBe(false);
    expect((await give(team, second)).error?.message).toBe(
      'A seat is for an admin or a recruiter of the company.',
    );
    expect((await give(team, admin)).error?.message).toBe('This person has a membership already.');
    await admin.client.rpc('set_member_role', { company, person: second.id, wanted: 'admin' });
    expect((await give(team, second)).error).toBeNull();
    await admin.client.rpc('leave_company', { company, person: admin.id });
    expect(await has(second)).toBe(false);
    expect(await has(admin)).toBe(true);
  });

  it('end with the payer’s account, and with the period', async () => {
    const team = await payingTeam();
    const { paying, first } = team;
    await invoke('change-seats', paying, { quantity: 2 });
    await give(team, first);
    const status = async () =>
      (await first.client.functions.invoke('check-subscription', { body: { refresh: false } }))
        .data;
    const become = (change: string) =>
      database.asService.query({
        text: `update public.subscriptions set ${change} where user_id = $1`,
        values: [paying.user.id],
      });
    await become(`status = 'past_due', paid_until = now() - interval '1 day'`);
    expect(await has(first)).toBe(false);
    const company = `Team ${paying.user.id}`;
    expect(await status()).toMatchObject({ subscribed: false, lost_seat_of: company });
    // Paying what is owed brings everything back: it is no new membership that would need as many seats.
    expect((await invoke('check-subscription', paying, { refresh: false })).body).toMatchObject({
      is_payment_owed: true,
      kept_seats: 0,
    });
    await become(`paid_until = now() + interval '1 day'`);
    expect(await has(first)).toBe(true);
    expect(await status()).toMatchObject({ is_seat_owed: true, lost_seat_of: null });
    await become(`status = 'active'`);
    expect(await status()).toMatchObject({ seat_of: company, is_seat_owed: false });
    await database.asService.query({
      text: 'delete from auth.users where id = $1',
      values: [paying.user.id],
    });
    expect(await has(first)).toBe(false);
  });

  it('are announced when they are given, and when they end with the payer or the role', async () => {
    const team = await payingTeam();
    const { paying, first, second, admin, company } = team;
    await invoke('change-seats', paying, { quantity: 3 });
    await give(team, first);
    await give(team, second);
    const [given] = await api.post.sentTo(first.email);
    expect(given?.subject).toMatch(/^You have a seat with /);
    expect(given?.text).toContain('/browse-candidates');
    const told = async ({ email }: Colleague) =>
      (await api.post.sentTo(email)).filter(({ subject }) => subject.includes('Your seat with'));
    await admin.client.rpc('set_member_role', { company, person: first.id, wanted: 'viewer' });
    expect([(await told(first)).length, (await told(second)).length]).toEqual([1, 0]);
    await admin.client.rpc('set_member_role', { company, person: second.id, wanted: 'admin' });
    await admin.client.rpc('leave_company', { company, person: admin.id });
    expect([(await told(first)).length, (await told(second)).length]).toEqual([1, 1]);
  });

  it('that become free go to somebody waiting for one, who is told', async () => {
    const team = await payingTeam();
    const { paying, first, second, admin, company } = team;
    await invoke('change-seats', paying, { quantity: 3 });
    await give(team, first);
    await give(team, second);
    await invoke('change-seats', paying, { quantity: 2 });
    // A seat that no longer counts is not announced.
    const before = await api.post.sentTo(second.email);
    expect(before.filter(({ subject }) => subject.startsWith('You have a seat'))).toEqual([]);
    await admin.client.rpc('take_seat', { company, person: first.id });
    expect([await has(first), await has(second)]).toEqual([false, true]);
    const [told] = await api.post.sentTo(second.email);
    expect(told?.text).toContain('counts again');
  });

  it('are restored after a lapse, once there are enough', async () => {
    const team = await payingTeam();
    const { paying, first, second } = team;
    await invoke('change-seats', paying, { quantity: 2 });
    await give(team, first);
    await api.inPortal(paying, { do: 'cancel' });
    await api.settle();
    await api.inPortal(paying, { do: 'pass-time' });
    await api.settle();
    expect((await invoke('check-subscription', paying)).body).toMatchObject({
      subscribed: false,
      has_history: true,
      kept_seats: 1,
    });
    // Seats included with the next one count automatically.
    await setIncluded(2);
    expect((await invoke('check-subscription', paying)).body).toMatchObject({ kept_seats: 0 });
    await setIncluded(1);
    const lost = async () =>
      (await first.client.functions.invoke('check-subscription', { body: { refresh: false } })).data
        .lost_seat_of;
    expect(await lost()).toBe(`Team ${paying.user.id}`);
    // Somebody else pays for the company: it has a membership, and they can see its number of seats.
    await database.asService.query({
      text: `insert into public.subscriptions (user_id, product_id, status, current_period_end)
        values ($1, 'prod_test', 'active', now() + interval '3 days')`,
      values: [second.id],
    });
    await second.client
      .from('employers')
      .upsert({ user_id: second.id, company: `Team ${paying.user.id}` });
    expect(await lost()).toBeNull();
    await database.asService.query({
      text: 'delete from public.subscriptions where user_id = $1',
      values: [second.id],
    });
    expect((await invoke('customer-portal', paying)).status).toBe(200);
    await api.pay(paying);
    await api.settle();
    expect(await has(first)).toBe(false);
    await invoke('change-seats', paying, { quantity: 2 });
    expect(await has(first)).toBe(true);
    const seen = await first.client.functions.invoke('check-subscription', { body: {} });
    expect(seen.data).toMatchObject({ has_history: false, kept_seats: 0 });
  });

  it('of a payer who now hires for another company are shown and removed where they were given', async () => {
    const team = await payingTeam();
    const { paying, first, admin, company } = team;
    await invoke('change-seats', paying, { quantity: 3 });
    await give(team, first);
    const other = await teams.founder('Other Founder');
    await database.asService.query({
      text: `insert into public.company_members (company_id, user_id, role) values ($1, $2, 'admin')`,
      values: [other.company, admin.id],
    });
    await database.asService.query({
      text: 'update public.employers set company_id = $2 where user_id = $1',
      values: [admin.id, other.company],
    });
    const seats = async ({ client }: Pick<Colleague, 'client'>) =>
      ((await client.rpc('own_seats')).data ?? [])
        .map(({ company_id, total, taken, bought }) => ({ company_id, total, taken, bought }))
        .toSorted((a, b) => Number(a.company_id === company) - Number(b.company_id === company));
    // The other founder pays there as well.
    expect(await seats(admin)).toEqual([
      { company_id: other.company, total: 3, taken: 2, bought: 3 },
      { company_id: company, total: 1, taken: 1, bought: null },
    ]);
    const states = async (of: string) =>
      (await admin.client.rpc('company_seats', { company: of })).data?.map(({ state }) => state);
    expect(await states(company)).toEqual(['pays', 'seat', 'none']);
    await teams.join({ ...admin, company: other.company } as never, 'In both');
    await database.asService.query({
      text: `insert into public.company_members (company_id, user_id, role) values ($1, $2, 'recruiter')`,
      values: [other.company, first.id],
    });
    expect(await states(other.company)).toEqual(['pays', 'pays', 'none', 'elsewhere']);
    await admin.client.rpc('take_seat', { company, person: first.id });
    expect(await has(first)).toBe(false);
    expect(await seats(admin)).toEqual([
      { company_id: other.company, total: 4, taken: 2, bought: 3 },
    ]);
  });

  it('do not hide a debt of the person’s own membership', async () => {
    const team = await payingTeam();
    const { paying, first } = team;
    await invoke('change-seats', paying, { quantity: 2 });
    await give(team, first);
    await database.asService.query({
      text: `insert into public.subscriptions (user_id, customer_id, product_id, status, current_period_end, paid_until)
        values ($1, $2, 'prod_test', 'past_due', now() + interval '20 days', now() - interval '1 day')`,
      values: [first.id, `cus_${first.id}`],
    });
    const seen = await first.client.functions.invoke('check-subscription', {
      body: { refresh: false },
    });
    expect(seen.data).toMatchObject({
      subscribed: true,
      seat_of: `Team ${paying.user.id}`,
      is_payment_owed: true,
    });
  });

  it('are limited by the owner, and given and removed only by admins', async () => {
    const team = await payingTeam();
    const { first, second, admin, company } = team;
    const [stranger] = [await teams.founder()];
    for (const who of [first, stranger]) {
      const call = { company, person: second.id };
      expect((await who.client.rpc('give_seat', call)).status).toBe(403);
      expect((await who.client.rpc('take_seat', call)).status).toBe(403);
      expect((await who.client.rpc('company_seats', { company })).data).toHaveLength(
        who === first ? 3 : 0,
      );
      const { error } = await who.client
        .from('membership_seats')
        .insert({ payer_id: admin.id, user_id: who.id, company_id: company });
      expect(error?.code).toBe('42501');
    }
    await setIncluded(2);
    await tellOfIncluded();
    // Two are assigned at once, and only one is left.
    const both = await Promise.all([give(team, first), give(team, second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    await setIncluded(1);
    expect([await has(first), await has(second)]).toEqual([false, false]);
    const [given, other] = both[0]?.status === 204 ? [first, second] : [second, first];
    const subjects = async ({ email }: Colleague) =>
      (await api.post.sentTo(email)).map(({ subject }) => subject.split(' with ')[0]);
    const before = await subjects(given);
    for (const _ of [1, 2]) await tellOfIncluded();
    expect(await subjects(given)).toEqual(['Your seat', ...before]);
    await setIncluded(2);
    for (const _ of [1, 2]) await tellOfIncluded();
    expect(await subjects(given)).toEqual(['You have a seat', 'Your seat', ...before]);
    expect(await subjects(other)).not.toContain('You have a seat');
    // In the minute when the membership ends, and in the minute when it is back.
    await setIncluded(1);
    const become = (paid: string) =>
      database.asService.query({
        text: `update public.subscriptions set paid_until = ${paid} where user_id = $1`,
        values: [team.paying.user.id],
      });
    const tick = async () => {
      await database.asService.query({ text: 'select private.tell_ended_seats()' });
      await tellOfIncluded();
    };
    const told = ['You have a seat', 'Your seat', ...before];
    await become(`now() - interval '1 day'`);
    for (const _ of [1, 2]) await tick();
    expect(await subjects(given)).toEqual(['Your seat', ...told]);
    await setIncluded(2);
    await become(`now() + interval '1 day'`);
    for (const _ of [1, 2]) await tick();
    expect(await subjects(given)).toEqual(['You have a seat', 'Your seat', ...told]);
    await setIncluded(1);
    await expect(setIncluded(0)).rejects.toThrow('Seats of a membership');
  });
});

/** As the timetable does every minute. */
const tellOfIncluded = () =>
  database.asService.query({ text: 'select private.tell_of_included_seats()' });

async function setIncluded(included: number) {
  await api.asAdmin(async (client) => {
    // As if an owner had published it, with its log entry.
    await client.query('alter table staff.words disable trigger must_be_logged');
    await client.query(
      `insert into staff.words (kind, version, content, first_hash)
        select 'seats', coalesce(max(version), 0) + 1, jsonb_build_object('included', $1::int), repeat('0', 64)
        from staff.words where kind = 'seats'`,
      [included],
    );
  });
}
