import { describe, expect, it } from 'vitest';
import { noFaults } from '#server/outside/stripe-sandbox/faults.ts';
import { createPayingTeams } from '#test/support/paying-teams.ts';
import { openMembershipApi } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { database, sandbox, invoke, settle } = api;
const { teams, payingTeam, has, give } = createPayingTeams(api);

describe('seats', () => {
  it('are charged for the rest of the period before anybody gets one, and credited later', async () => {
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

  it('are not bought by an outdated page on which one was to be given up', async () => {
    const { paying } = await payingTeam();
    await invoke('change-seats', paying, { quantity: 3, seen: 1 });
    // Removed in the payment service's dashboard, without any event arriving.
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
    // The next check shows the real number, and then the same request works.
    expect(await api.row(paying)).toMatchObject({ quantity: 1 });
    expect((await invoke('change-seats', paying, { quantity: 2, seen: 1 })).status).toBe(200);
  });

  it('are those of the subscription that is shown, if somebody has two', async () => {
    const { paying } = await payingTeam();
    const { subscription_id: id } = await api.truth(paying);
    const first = sandbox.state.subscriptions[id ?? ''];
    const [item] = first?.items.data ?? [];
    if (!first || !item) throw new Error('There is no subscription.');
    // Bought later, and paid for a shorter time.
    const other = structuredClone(first);
    Object.assign(other, { id: 'sub_other', created: first.created + 60 });
    Object.assign(other.items.data[0] ?? {}, { id: 'si_other' });
    sandbox.state.subscriptions[other.id] = other;
    Object.assign(item, { quantity: 3, current_period_end: item.current_period_end + 86_400 });
    expect((await invoke('change-seats', paying, { quantity: 4 })).status).toBe(200);
    expect([item.quantity, other.items.data[0]?.quantity]).toEqual([4, 1]);
    expect(await api.row(paying)).toMatchObject({ quantity: 4 });
  });

  it('are not said to be free of charge if there was no answer', async () => {
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
    // Charged, but they cannot be read back.
    const { subscriptions } = await api.payments.getStripe();
    const update = subscriptions.update.bind(subscriptions);
    subscriptions.update = async (...given: Parameters<typeof update>) => {
      const done = await update(...given);
      sandbox.faults.status = 500;
      return done;
    };
    expect(await during({}, 3)).toEqual({ status: 200, body: { quantity: 3 } });
    subscriptions.update = update;
  });

  it('cannot change while a payment is due, the membership is ending, or its customer is gone', async () => {
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
    delete sandbox.state.customers[subscription.customer];
    expect((await invoke('change-seats', paying, { quantity: 2 })).body).toMatchObject({
      code: 'no_membership',
    });
  });

  it('are not sold with a declined card', async () => {
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

  it('that need the bank’s confirmation are paid on a page of the payment service, and available then', async () => {
    const { paying, company, admin, first } = await payingTeam();
    const { subscription_id: id } = await api.truth(paying);
    const subscription = sandbox.state.subscriptions[id ?? ''];
    const card = sandbox.state.cards[subscription?.default_payment_method ?? ''];
    if (!subscription || !card) throw new Error('There is no subscription.');
    card.behaviour = 'asks_always';
    const asked = await invoke('change-seats', paying, { quantity: 2, seen: 1 });
    expect(asked).toMatchObject({ status: 200, body: { quantity: 1 } });
    const { pay_at: page } = asked.body;
    // Nobody has the seat yet, nothing is owed, and pressing again leads to the same page.
    expect((await give({ admin, company }, first)).status).toBe(409);
    expect((await invoke('check-subscription', paying, { refresh: true })).body).toMatchObject({
      subscribed: true,
      is_payment_owed: false,
    });
    expect((await invoke('change-seats', paying, { quantity: 2, seen: 1 })).body.pay_at).toBe(page);
    // Declined by the bank, then confirmed.
    const number = '4000002760003184';
    expect((await api.send(page, { number, answer: 'no' })).status).toBe(402);
    expect((await api.send(page, { number, answer: 'yes' })).status).toBe(303);
    await settle();
    expect(await api.row(paying)).toMatchObject({ quantity: 2, amount: '9998' });
    expect((await give({ admin, company }, first)).error).toBeNull();
    expect(await has(first)).toBe(true);
  });

  it('that were never confirmed cost nothing to somebody who cancels right afterwards', async () => {
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
    // Ended in the dashboard during the paid month.
    const { payments } = api;
    await (await payments.getStripe()).subscriptions.cancel(subscription.id);
    await settle();
    expect(await has(admin)).toBe(true);
  });

  it('that were refunded do not shorten the period, which is paid separately', async () => {
    const { paying, admin } = await payingTeam();
    await invoke('change-seats', paying, { quantity: 2 });
    const { subscription_id: id } = await api.truth(paying);
    const { latest_invoice: latest } = sandbox.state.subscriptions[id ?? ''] ?? {};
    const invoice = sandbox.state.invoices[latest ?? ''];
    Object.assign(invoice ?? {}, { post_payment_credit_notes_amount: invoice?.amount_paid });
    await (await api.payments.getStripe()).subscriptions.cancel(id ?? '');
    await settle();
    expect(await has(admin)).toBe(true);
  });

  it('belong to a membership that counts: not to one of somebody who is blocked', async () => {
    const { paying, first, second, admin, company } = await payingTeam();
    await invoke('change-seats', paying, { quantity: 3 });
    await admin.client.rpc('set_member_role', { company, person: first.id, wanted: 'admin' });
    await teams.subscribe(first);
    await database.asService.query({
      text: 'update public.subscriptions set quantity = 2 where user_id = $1',
      values: [first.id],
    });
    const total = async () => (await first.client.rpc('own_seats')).data?.[0]?.total;
    expect(await total()).toBe(5);
    await give({ admin, company }, second);
    await database.asService.query({
      text: `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      values: [paying.user.id],
    });
    expect(await total()).toBe(2);
    const states = async () =>
      (await first.client.rpc('company_seats', { company })).data?.map(({ state }) => state);
    expect(await states()).toEqual(['pays', 'pays', 'none']);
    expect((await give({ admin: first, company }, second)).error).toBeNull();
    expect([await has(second), (await states())?.[2]]).toEqual([true, 'seat']);
  });

  it('are bought by the person who pays, up to a limit', async () => {
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
