import { describe, expect, test } from 'vitest';
import { noFaults } from '#server/outside/stripe-sandbox/faults.ts';
import { newId } from '#server/outside/stripe-sandbox/state.ts';
import { createPayingTeams } from '#test/support/paying-teams.ts';
import { signedInPerson } from '#test/support/people.ts';
import { openMembershipApi, type Person } from '#test/support/test-membership.ts';
import { reconcile } from './reconcile.ts';

const api = await openMembershipApi();
const { invoke, database, sandbox } = api;
const { teams, payingTeam } = createPayingTeams(api);

async function subscriptionOf(person: Person) {
  const found = sandbox.state.subscriptions[(await api.truth(person)).subscription_id ?? ''];
  if (!found) throw new Error('There is no subscription.');
  return found;
}
const day = 86_400;

/** Customers who are charged too much. */
async function alarms() {
  let open: unknown[] = [];
  await api.asAdmin(async (client) => {
    const { rows } = await client.query(
      `select kind, about from staff.alarms where kind in ('twice', 'stranger') and over_at is null`,
    );
    open = rows;
  });
  return open;
}

describe('a customer who no longer exists', () => {
  test('has no invoices, as after a change of keys, and no error is reported', async () => {
    const person = await signedInPerson(api.call);
    await invoke('create-checkout', person);
    const { customer_id: customer } = (await api.row(person)) ?? {};
    delete sandbox.state.customers[customer ?? ''];
    expect(await invoke('list-invoices', person)).toEqual({
      status: 200,
      body: { invoices: [], refunds: [] },
    });
    expect((await api.row(person))?.customer_id).toBeNull();
  });

  test.each([
    [
      'deleted',
      (id: string) => Object.assign(sandbox.state.customers[id] ?? {}, { deleted: true }),
    ],
    ['gone', (id: string) => delete sandbox.state.customers[id]],
  ])('or was %s there gets no address update, and no task fails because of it', async (_, lose) => {
    const person = await signedInPerson(api.call);
    await invoke('create-checkout', person);
    const customer = (await api.row(person))?.customer_id ?? '';
    lose(customer);
    await api.actors.staff.client.auth.admin.updateUserById(person.user.id, {
      email: `new-${person.email}`,
      email_confirm: true,
    });
    await api.post.deliver();
    expect((await invoke('customer-portal', person)).body.code).toBe('no_membership');
    const known = (await api.row(person))?.customer_id ?? undefined;
    expect(known).toBe(sandbox.state.customers[customer]?.id);
  });
});

test('a clock that was once ahead does not hide a payment', async () => {
  const person = await signedInPerson(api.call);
  await api.pay(person);
  await database.asService.query({
    text: `update public.subscriptions set asked_at = now() + interval '2 days' where user_id = $1`,
    values: [person.user.id],
  });
  const { body } = await invoke('check-subscription', person, { refresh: true });
  expect(body).toMatchObject({ subscribed: true, is_fresh: true });
  await database.asService.query({
    text: `update public.subscriptions set asked_at = now() + interval '20 seconds' where user_id = $1`,
    values: [person.user.id],
  });
  expect((await invoke('customer-portal', person)).status).toBe(200);
});

test('twenty concurrent requests ask the payment service once', async () => {
  const person = await signedInPerson(api.call);
  await api.pay(person);
  const from = sandbox.calls.length;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => invoke('check-subscription', person, { refresh: true })),
  );
  expect(answers.every(({ body }) => body.subscribed && body.is_fresh)).toBe(true);
  // On a busy machine, "at once" may not fit into the same moment.
  expect(sandbox.calls.slice(from).length).toBeLessThanOrEqual(2);
});

test('a request during another one gets a newer answer: that one may be from before a payment', async () => {
  const person = await signedInPerson(api.call);
  await api.pay(person);
  const refresh = () => invoke('check-subscription', person, { refresh: true });
  const from = sandbox.calls.length;
  // Time is the subject: a request more than half a second later is not the same moment, and the first answer is
  // still as far away.
  sandbox.faults.slowMs = 1_200;
  const first = refresh();
  await new Promise((resolve) => setTimeout(resolve, 600));
  const later = [refresh(), refresh()];
  const answers = await Promise.all([first, ...later]);
  Object.assign(sandbox.faults, noFaults());
  expect(answers.every(({ body }) => body.is_fresh)).toBe(true);
  // The two later ones share one request.
  expect(sandbox.calls.slice(from)).toHaveLength(2);
});

test('a charge that fails during a paid period has its own grace period', async () => {
  const person = await api.member();
  const subscription = await subscriptionOf(person);
  const [item] = subscription.items.data;
  const invoice = sandbox.state.invoices[subscription.latest_invoice];
  if (!item || !invoice) throw new Error('There is no invoice.');
  const now = Math.floor(Date.now() / 1000);
  Object.assign(item, {
    current_period_start: now - 12 * day,
    current_period_end: now + 18 * day,
  });
  // The owner added a seat in the dashboard, and the card was declined.
  const owed = { ...invoice, id: newId('in'), created: now - day, status: 'open' as const };
  sandbox.state.invoices[owed.id] = { ...owed, billing_reason: 'subscription_update' };
  Object.assign(subscription, { status: 'past_due', latest_invoice: owed.id });
  await database.asService.query({
    text: `update public.subscriptions set asked_at = '-infinity'`,
  });
  const { body } = await invoke('check-subscription', person, { refresh: true });
  expect(body).toMatchObject({ subscribed: true, is_payment_owed: true });
  const left = (new Date(body.subscription_end).getTime() / 1000 - now) / day;
  expect(left).toBeGreaterThan(5.9);
  expect(left).toBeLessThan(6.1);
});

test.each([
  ['in part', 1_000, true],
  ['in full', 4_999, false],
])('a period that was given back %s after its end was arranged', async (_, amount, keepsAccess) => {
  const person = await api.member();
  const { id, latest_invoice: latest } = await subscriptionOf(person);
  Object.assign(sandbox.state.invoices[latest] ?? {}, { post_payment_credit_notes_amount: amount });
  await (await api.payments.getStripe()).subscriptions.cancel(id);
  await api.settle();
  expect((await api.row(person))?.has_access).toBe(keepsAccess);
});

test.each([
  ['the payment was disputed', 'payment_disputed', { status: 'paid' }],
  ['it was cancelled before it was paid for', 'cancellation_requested', { status: 'open' }],
  [
    'seats were never paid for',
    'payment_failed',
    { status: 'open', billing_reason: 'subscription_update' },
  ],
])(
  'a membership that ended because %s gives no access for the rest of its period',
  async (_, reason, invoice) => {
    const person = await api.member();
    const subscription = await subscriptionOf(person);
    Object.assign(sandbox.state.invoices[subscription.latest_invoice] ?? {}, invoice);
    await (await api.payments.getStripe()).subscriptions.cancel(subscription.id);
    Object.assign(subscription, { cancellation_details: { reason } });
    await api.settle();
    expect((await api.row(person))?.has_access).toBe(false);
  },
);

test('one customer who cannot be read does not stop the comparison of the others', async () => {
  sandbox.faults.webhooksDown = true;
  const [paid, strange] = [await signedInPerson(api.call), await signedInPerson(api.call)];
  await api.pay(paid);
  await api.pay(strange);
  const customer = (await api.row(strange))?.customer_id ?? '';
  await database.asService.query({
    text: 'update public.subscriptions set customer_id = null where user_id = $1',
    values: [strange.user.id],
  });
  const twice = (await api.row(paid))?.customer_id ?? '';
  const paying = Object.values(sandbox.state.subscriptions).find((each) => each.customer === twice);
  if (!paying) throw new Error('There is no subscription.');
  const bought = { ...structuredClone(paying), id: newId('sub') };
  sandbox.state.subscriptions[bought.id] = bought;
  Object.assign(sandbox.faults, { status: 400, only: new RegExp(`GET /v1/customers/${customer}`) });
  await expect(reconcile(api.billing)).rejects.toThrow('refused for a test');
  expect((await api.row(paid))?.has_access).toBe(true);
  expect(await alarms()).toEqual([{ kind: 'twice', about: twice }]);
  // An incomplete comparison does not end an alarm.
  delete sandbox.state.subscriptions[bought.id];
  await expect(reconcile(api.billing)).rejects.toThrow('refused for a test');
  expect(await alarms()).toEqual([{ kind: 'twice', about: twice }]);
  Object.assign(sandbox.faults, noFaults());
});

test('people charged for two memberships, or for one that nobody here has, are named by the comparison and an alarm', async () => {
  const person = await api.member();
  const [subscription, { customer_id: id }] = [
    await subscriptionOf(person),
    (await api.row(person)) ?? {},
  ];
  const customer = sandbox.state.customers[id ?? ''];
  if (!customer) throw new Error('There is no customer.');
  // A second purchase, or one by an account that is missing from a restored backup.
  const second = { ...customer, id: newId('cus') };
  sandbox.state.customers[second.id] = second;
  const bought = { ...structuredClone(subscription), id: newId('sub'), customer: second.id };
  // Of another product of the owner, or paused: not charged for a membership.
  for (const change of [{ metadata: {} }, { pause_collection: { behavior: 'void' } }]) {
    Object.assign(sandbox.state.subscriptions, { [bought.id]: { ...bought, ...change } });
    expect(await reconcile(api.billing)).toMatchObject({ strangers: [], twice: [] });
  }
  sandbox.state.subscriptions[bought.id] = bought;
  expect(await reconcile(api.billing)).toMatchObject({ strangers: [second.id], twice: [] });
  expect(await alarms()).toEqual([{ kind: 'stranger', about: second.id }]);
  // Once it is cancelled at the end of its period, as the alarm asks, it is not charged any more.
  bought.cancel_at_period_end = true;
  expect(await reconcile(api.billing)).toMatchObject({ strangers: [] });
  expect(await alarms()).toEqual([]);
  bought.cancel_at_period_end = false;
  bought.customer = customer.id;
  expect(await reconcile(api.billing)).toMatchObject({ strangers: [], twice: [customer.id] });
  expect(await alarms()).toEqual([{ kind: 'twice', about: customer.id }]);
  bought.cancel_at_period_end = true;
  expect(await reconcile(api.billing)).toMatchObject({ strangers: [], twice: [] });
  expect(await alarms()).toEqual([]);
  delete sandbox.state.subscriptions[bought.id];
  expect(await reconcile(api.billing)).toMatchObject({ strangers: [], twice: [] });
  expect(await alarms()).toEqual([]);
});

test('the comparison removes events that were handled months ago, and no others', async () => {
  await database.asService.query({
    text: `insert into public.billing_events (id, type, received_at, handled_at)
      values ('evt_old', 'invoice.paid', now() - interval '91 days', now()),
        ('evt_late', 'invoice.paid', now() - interval '89 days', now()),
        ('evt_waiting', 'invoice.paid', now() - interval '91 days', null)`,
  });
  await reconcile(api.billing);
  const { rows } = await database.asService.query<{ id: string }>({
    text: `select id from public.billing_events
      where id in ('evt_old', 'evt_late', 'evt_waiting') order by id`,
  });
  expect(rows.map(({ id }) => id)).toEqual(['evt_late', 'evt_waiting']);
});

test('a membership that the owner gives away in the dashboard counts', async () => {
  const [other, person] = [await api.member(), await signedInPerson(api.call)];
  const like = await subscriptionOf(other);
  await invoke('create-checkout', person);
  const customer = (await api.row(person))?.customer_id ?? '';
  const given = { ...structuredClone(like), id: newId('sub'), customer, metadata: {} };
  const invoice = sandbox.state.invoices[like.latest_invoice];
  if (!invoice) throw new Error('There is no invoice.');
  const free = { ...invoice, id: newId('in'), customer, amount_due: 0, amount_paid: 0, total: 0 };
  sandbox.state.invoices[free.id] = free;
  sandbox.state.subscriptions[given.id] = { ...given, latest_invoice: free.id };
  const { body } = await invoke('check-subscription', person, { refresh: true });
  expect(body).toMatchObject({ subscribed: true, is_ending: false });
  expect(await reconcile(api.billing)).toMatchObject({ strangers: [], twice: [] });
  await (await api.payments.getStripe()).subscriptions.cancel(given.id);
  await api.settle();
  expect((await api.row(person))?.has_access).toBe(true);
});

test('a payment recorded during the comparison is not reported as a stranger’s', async () => {
  const person = await api.member();
  // As the comparison read it, before an event reported the change.
  await database.asService.query({
    text: `update public.subscriptions set status = 'incomplete', paid_until = null,
        asked_at = now() + interval '20 seconds' where user_id = $1`,
    values: [person.user.id],
  });
  expect(await reconcile(api.billing)).toMatchObject({ strangers: [] });
});

/** With a seat for each of the two. */
async function seatedTeam() {
  const { paying, company, first, second } = await payingTeam();
  await invoke('change-seats', paying, { quantity: 3 });
  for (const { id: person } of [first, second]) {
    const { error } = await paying.browser.rpc('give_seat', { company, person });
    expect(error).toBeNull();
  }
  return { paying, first, second, company };
}

test('a seat of somebody who also pays is visible, and can be given to somebody else', async () => {
  const { paying, first, second, company } = await seatedTeam();
  await teams.subscribe(first);
  const states = async () =>
    (await paying.browser.rpc('company_seats', { company })).data?.map(
      ({ state }: { state: string }) => state,
    );
  expect(await states()).toEqual(['pays', 'both', 'seat']);
  await paying.browser.rpc('take_seat', { company, person: first.id });
  expect(await states()).toEqual(['pays', 'pays', 'seat']);
  await paying.browser.rpc('take_seat', { company, person: second.id });
  expect(await states()).toEqual(['pays', 'pays', 'none']);
});

test('seats of people who left the company are visible to whoever pays for them, and can be given up', async () => {
  const { paying, first, company } = await seatedTeam();
  await paying.browser.rpc('set_member_role', { company, person: first.id, wanted: 'admin' });
  await paying.browser.rpc('leave_company', { company, person: paying.user.id });
  const seats = async () => (await paying.browser.rpc('own_seats')).data;
  expect(await seats()).toMatchObject([{ company_id: null, total: 3, bought: 3 }]);
  expect((await invoke('change-seats', paying, { quantity: 1 })).status).toBe(200);
  expect(await seats()).toEqual([]);
});

test('a seat that is given and taken all day does not flood a mailbox', async () => {
  const { paying, first, company } = await seatedTeam();
  const call = { company, person: first.id };
  for (let turn = 0; turn < 13; turn += 1) {
    await paying.browser.rpc('take_seat', call);
    await api.post.deliver();
    const { error } = await paying.browser.rpc('give_seat', call);
    expect(error).toBeNull();
  }
  const told = (await api.post.sentTo(first.email)).filter(({ subject }) =>
    subject.includes('Your seat with'),
  );
  expect(told).toHaveLength(10);
});

test('somebody who was told that their seat ended is not told again when fewer are bought later', async () => {
  const { paying, first, second } = await seatedTeam();
  const told = async () =>
    Promise.all(
      [first, second].map(
        async ({ email }) =>
          (await api.post.sentTo(email)).filter(({ subject }) => subject.includes('Your seat with'))
            .length,
      ),
    );
  await api.inPortal(paying, { do: 'cancel' });
  await api.inPortal(paying, { do: 'pass-time' });
  await api.settle();
  await database.asService.query({ text: 'select private.tell_ended_seats()' });
  expect(await told()).toEqual([1, 1]);
  expect((await api.pay(paying)).status).toBe(303);
  await api.settle();
  expect((await api.row(paying))?.has_access).toBe(true);
  expect(await told()).toEqual([1, 1]);
});

test('causes no unexpected errors', () => {
  expect(api.bugs).toEqual([]);
});
