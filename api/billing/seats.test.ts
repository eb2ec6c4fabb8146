import { describe, expect, it } from 'vitest';
import { noFaults } from '#server/outside/stripe-sandbox/faults.ts';
import type { Colleague } from '#test/support/teams.ts';
import { createTeams } from '#test/support/teams.ts';
import { openMembershipApi } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { database, sandbox, invoke, settle } = api;
const teams = createTeams({ actors: api.actors, database, post: api.post });

/** Somebody who pays through the payment service, with two colleagues. */
async function payingTeam() {
  const paying = await api.member();
  const { id } = paying.user;
  await database.asService.query({
    text: `with proved as (update auth.users set email_proved_at = now() where id = $1)
      insert into public.employers (user_id, company) values ($1, $2)`,
    values: [id, `Team ${id}`],
  });
  const client = paying.browser;
  const { data } = await client.from('company_members').select('company_id').single();
  const company: string = data?.company_id ?? '';
  const admin = { id, company, client } as unknown as Colleague & { company: string };
  const [first, second] = [await teams.join(admin, 'First'), await teams.join(admin, 'Second')];
  return { paying, admin, company, first, second };
}

const has = async ({ id }: { id: string }) => {
  const { rows } = await database.asService.query<{ has: boolean }>({
    text: 'select private.has_active_membership($1) as has',
    values: [id],
  });
  return rows[0]?.has;
};
const give = ({ admin, company }: { admin: Colleague; company: string }, person: Colleague) =>
  admin.client.rpc('give_seat', { company, person: person.id });

describe('seats', () => {
  it('are one, until more are bought; the newest end when there are fewer', async () => {
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
    // A change that was made in the payment service itself comes with its event.
    const { subscription_id: subscription } = await api.truth(paying);
    const kept = sandbox.state.subscriptions[subscription ?? ''];
    if (kept?.items.data[0]) kept.items.data[0].quantity = 5;
    await database.asService.query({
      text: `update public.subscriptions set asked_at = '-infinity'`,
    });
    await invoke('check-subscription', paying, { refresh: true });
    expect([await has(first), await has(second)]).toEqual([true, true]);
  });

  it('are charged for what is left of the period before anybody has one, and credited later', async () => {
    const { paying } = await payingTeam();
    await invoke('change-seats', paying, { quantity: 2 });
    await invoke('change-seats', paying, { quantity: 2 });
    const { subscription_id: id } = await api.truth(paying);
    const subscription = sandbox.state.subscriptions[id ?? ''];
    expect(subscription?.items.data[0]?.quantity).toBe(2);
    const { amount_paid, status } =
      sandbox.state.invoices[subscription?.latest_invoice ?? ''] ?? {};
    expect(status).toBe('paid');
    expect(amount_paid).toBeGreaterThan(4_900);
    expect(amount_paid).toBeLessThanOrEqual(4_999);
    await invoke('change-seats', paying, { quantity: 1 });
    expect(subscription?.prorated).toBeLessThan(-4_900);
  });

  it('are not bought by a page that is behind, on which one was to be given up', async () => {
    const { paying } = await payingTeam();
    await invoke('change-seats', paying, { quantity: 3, seen: 1 });
    // Given up in the dashboard of the payment service, and nothing has told of it.
    const kept = sandbox.state.subscriptions[(await api.truth(paying)).subscription_id ?? ''];
    const [item] = kept?.items.data ?? [];
    if (!item) throw new Error('There is no subscription.');
    item.quantity = 1;
    const invoices = Object.keys(sandbox.state.invoices).length;
    expect(await invoke('change-seats', paying, { quantity: 2, seen: 3 })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', error: expect.stringContaining('nothing was changed') },
    });
    expect(item.quantity).toBe(1);
    expect(Object.keys(sandbox.state.invoices)).toHaveLength(invoices);
    // The next look shows what there is, and the same press works then.
    expect(await api.row(paying)).toMatchObject({ quantity: 1 });
    expect((await invoke('change-seats', paying, { quantity: 2, seen: 1 })).status).toBe(200);
  });

  it('are those of the subscription that is shown, where somebody has two', async () => {
    const { paying } = await payingTeam();
    const { subscription_id: id } = await api.truth(paying);
    const first = sandbox.state.subscriptions[id ?? ''];
    const [item] = first?.items.data ?? [];
    if (!first || !item) throw new Error('There is no subscription.');
    // Bought later, and paid for less long.
    const other = structuredClone(first);
    Object.assign(other, { id: 'sub_other', created: first.created + 60 });
    Object.assign(other.items.data[0] ?? {}, { id: 'si_other' });
    sandbox.state.subscriptions[other.id] = other;
    Object.assign(item, { quantity: 3, current_period_end: item.current_period_end + 86_400 });
    expect((await invoke('change-seats', paying, { quantity: 4 })).status).toBe(200);
    expect([item.quantity, other.items.data[0]?.quantity]).toEqual([4, 1]);
    expect(await api.row(paying)).toMatchObject({ quantity: 4 });
  });

  it('are not said to be free of charge where no answer came', async () => {
    const { paying } = await payingTeam();
    const during = async (faults: Partial<typeof sandbox.faults>, quantity: number) => {
      Object.assign(sandbox.faults, faults);
      const answer = await invoke('change-seats', paying, { quantity });
      Object.assign(sandbox.faults, noFaults());
      return answer;
    };
    const changes = /^POST .*\/subscriptions\//;
    expect(await during({ status: 500, only: changes }, 2)).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('we do not know whether the seats were changed') },
    });
    expect((await invoke('change-seats', paying, { quantity: 2 })).body).toEqual({ quantity: 2 });
    expect(await api.row(paying)).toMatchObject({ quantity: 2 });
  });

  it('stay as they are while a payment is owed, or the membership runs out', async () => {
    const { paying } = await payingTeam();
    const { subscription_id: id } = await api.truth(paying);
    const subscription = sandbox.state.subscriptions[id ?? ''];
    if (!subscription) throw new Error('There is no subscription.');
    subscription.status = 'past_due';
    expect((await invoke('change-seats', paying, { quantity: 2 })).body).toMatchObject({
      error: expect.stringContaining('The last payment failed.'),
    });
    subscription.status = 'canceled';
    expect((await invoke('change-seats', paying, { quantity: 2 })).body).toMatchObject({
      error: expect.stringContaining('stay as they are until it runs out'),
    });
  });

  it('are not had with a card that is declined', async () => {
    const { paying } = await payingTeam();
    const { subscription_id: id } = await api.truth(paying);
    const subscription = sandbox.state.subscriptions[id ?? ''];
    const card = sandbox.state.cards[subscription?.default_payment_method ?? ''];
    if (card) card.behaviour = 'declined';
    expect(await invoke('change-seats', paying, { quantity: 50 })).toMatchObject({
      status: 502,
      body: { error: expect.stringContaining('Your card was declined') },
    });
    expect(subscription?.items.data[0]?.quantity).toBe(1);
    expect(await api.row(paying)).toMatchObject({ quantity: 1 });
  });

  it('that the bank asks about are paid on a page of the payment service, and had then', async () => {
    const { paying, company, admin, first } = await payingTeam();
    const { subscription_id: id } = await api.truth(paying);
    const subscription = sandbox.state.subscriptions[id ?? ''];
    const card = sandbox.state.cards[subscription?.default_payment_method ?? ''];
    if (!subscription || !card) throw new Error('There is no subscription.');
    card.behaviour = 'asks_always';
    const asked = await invoke('change-seats', paying, { quantity: 2, seen: 1 });
    expect(asked).toMatchObject({ status: 200, body: { quantity: 1 } });
    const { pay_at: page } = asked.body;
    // Nobody has it yet, nothing is owed, and pressing again leads to the same page.
    expect((await give({ admin, company }, first)).status).toBe(409);
    expect((await invoke('check-subscription', paying, { refresh: true })).body).toMatchObject({
      subscribed: true,
      is_payment_owed: false,
    });
    expect((await invoke('change-seats', paying, { quantity: 2, seen: 1 })).body.pay_at).toBe(page);
    // Refused at the bank, and then confirmed.
    const number = '4000002760003184';
    expect((await api.send(page, { number, answer: 'no' })).status).toBe(402);
    expect((await api.send(page, { number, answer: 'yes' })).status).toBe(303);
    await settle();
    expect(await api.row(paying)).toMatchObject({ quantity: 2, amount: '9998' });
    expect((await give({ admin, company }, first)).error).toBeNull();
    expect(await has(first)).toBe(true);
  });

  it('that were never confirmed take nothing from who cancels at once afterwards', async () => {
    const { paying, admin } = await payingTeam();
    const { subscription_id: id } = await api.truth(paying);
    const subscription = sandbox.state.subscriptions[id ?? ''];
    const card = sandbox.state.cards[subscription?.default_payment_method ?? ''];
    if (!subscription || !card) throw new Error('There is no subscription.');
    card.behaviour = 'asks_always';
    const { pay_at: page } = (await invoke('change-seats', paying, { quantity: 2 })).body;
    if (subscription.pending_update) subscription.pending_update.expires_at = 0;
    expect((await api.send(page, { number: '4242424242424242' })).status).toBe(200);
    expect(subscription).toMatchObject({ pending_update: null, status: 'active' });
    expect(subscription.items.data[0]?.quantity).toBe(1);
    // Ended in the dashboard within the month that is paid.
    const { payments } = api;
    await (await payments.getStripe()).subscriptions.cancel(subscription.id);
    await settle();
    expect(await has(admin)).toBe(true);
  });

  it('end at once with the membership, with a block of the payer, and when either leaves', async () => {
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
    // A viewer has none.
    await admin.client.rpc('set_member_role', { company, person: second.id, wanted: 'viewer' });
    expect(await has(second)).toBe(false);
    expect((await give(team, second)).status).toBe(409);
    await admin.client.rpc('set_member_role', { company, person: second.id, wanted: 'admin' });
    expect((await give(team, second)).error).toBeNull();
    await admin.client.rpc('leave_company', { company, person: admin.id });
    expect(await has(second)).toBe(false);
    expect(await has(admin)).toBe(true);
  });

  it('end with the account of the payer, and with the period', async () => {
    const team = await payingTeam();
    const { paying, first } = team;
    await invoke('change-seats', paying, { quantity: 2 });
    await give(team, first);
    await database.asService.query({
      text: `update public.subscriptions set paid_until = now() - interval '1 day' where user_id = $1`,
      values: [paying.user.id],
    });
    expect(await has(first)).toBe(false);
    await database.asService.query({
      text: `update public.subscriptions set paid_until = now() + interval '1 day' where user_id = $1`,
      values: [paying.user.id],
    });
    expect(await has(first)).toBe(true);
    await database.asService.query({
      text: 'delete from auth.users where id = $1',
      values: [paying.user.id],
    });
    expect(await has(first)).toBe(false);
  });

  it('that end with who paid, or with the role, are told of', async () => {
    const team = await payingTeam();
    const { paying, first, second, admin, company } = team;
    await invoke('change-seats', paying, { quantity: 3 });
    await give(team, first);
    await give(team, second);
    const told = async ({ email }: Colleague) =>
      (await api.post.sentTo(email)).filter(({ subject }) => subject.includes('Your seat with'));
    await admin.client.rpc('set_member_role', { company, person: first.id, wanted: 'viewer' });
    expect([(await told(first)).length, (await told(second)).length]).toEqual([1, 0]);
    await admin.client.rpc('set_member_role', { company, person: second.id, wanted: 'admin' });
    await admin.client.rpc('leave_company', { company, person: admin.id });
    expect([(await told(first)).length, (await told(second)).length]).toEqual([1, 1]);
  });

  it('of a payer who hires for another company now are seen and taken where they were given', async () => {
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

  it('leave what is owed for a membership of one’s own to be seen', async () => {
    const team = await payingTeam();
    const { paying, first } = team;
    await invoke('change-seats', paying, { quantity: 2 });
    await give(team, first);
    await database.asService.query({
      text: `insert into public.subscriptions (user_id, customer_id, product_id, status, current_period_end, paid_until)
        values ($1, $2, 'prod_test', 'past_due', now() + interval '20 days', now() - interval '1 day')`,
      values: [first.id, `cus_${first.id}`],
    });
    const seen = await first.client.functions.invoke('check-subscription', { body: {} });
    expect(seen.data).toMatchObject({
      subscribed: true,
      seat_of: `Team ${paying.user.id}`,
      is_payment_owed: true,
    });
  });

  it('are as many as the owner says, and given and taken by admins alone', async () => {
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
    // Two are given at the same moment, and there is one.
    const both = await Promise.all([give(team, first), give(team, second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    await setIncluded(1);
    expect([await has(first), await has(second)]).toEqual([false, false]);
    await expect(setIncluded(0)).rejects.toThrow('Seats of a membership');
  });

  it('are bought by whoever pays, within reason', async () => {
    const { paying, first } = await payingTeam();
    for (const quantity of [0, -1, 1.5, 51, '2', null]) {
      expect((await invoke('change-seats', paying, { quantity })).status).toBe(400);
    }
    const { error } = await first.client.functions.invoke('change-seats', {
      body: { quantity: 2 },
    });
    expect(error?.context.status).toBe(409);
    await settle();
  });
});

async function setIncluded(included: number) {
  await api.asAdmin(async (client) => {
    // As if an owner had published it, and it were in the log.
    await client.query('alter table staff.words disable trigger must_be_logged');
    await client.query(
      `insert into staff.words (kind, version, content, first_hash)
        select 'seats', coalesce(max(version), 0) + 1, jsonb_build_object('included', $1::int), repeat('0', 64)
        from staff.words where kind = 'seats'`,
      [included],
    );
  });
}
