import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApi } from '#api/api.ts';
import { reconcile } from '#api/billing/reconcile.ts';
import { signedInPerson } from '#test/support/people.ts';
import { openMembershipApi, type Person } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { invoke, sandbox, database } = api;
const { faults } = sandbox;
const newcomer = () => signedInPerson(api.call);
const unreachable = 'The payment service is not answering at the moment. Nothing was charged.';

afterEach(() => {
  Object.assign(faults, { slowMs: 0, status: undefined, dies: false, only: undefined });
  faults.webhooksDown = false;
});

/** Compares the site's data with the sandbox's. */
async function expectSame(person: Person) {
  expect(await api.row(person)).toMatchObject(await api.truth(person));
}

describe('a payment service that does not work', () => {
  test.each([
    ['slow', { slowMs: 3_000 }],
    ['failing', { status: 500 }],
    ['overrun', { status: 429 }],
  ] as const)(
    '%s: a clear message, the rest of the site stays fast, and then it works',
    async (name, fault) => {
      const person = await newcomer();
      Object.assign(faults, fault);
      const asking = invoke('create-checkout', person);
      let isAnswered = false;
      asking.finally(() => {
        isAnswered = true;
      });
      const jobs = await api.fetch('/rest/v1/jobs?select=id&limit=1');
      expect(jobs.status).toBe(200);
      if (name === 'slow') expect(isAnswered).toBe(false);
      const { status, body } = await asking;
      expect([status, body.code]).toEqual([503, 'payments_unreachable']);
      expect(body.error).toContain(unreachable);
      expect((await api.row(person))?.has_access).toBe(false);
      Object.assign(faults, { slowMs: 0, status: undefined });
      expect((await api.pay(person)).status).toBe(303);
      await api.settle();
      expect((await api.row(person))?.has_access).toBe(true);
      await expectSame(person);
      expect(customersOf(person)).toHaveLength(1);
    },
  );

  test('refusing: the fallback message for the person, and the reason for the owner', async () => {
    const person = await newcomer();
    faults.status = 400;
    const before = api.bugs.length;
    const { status, body } = await invoke('create-checkout', person);
    expect([status, body.error]).toEqual([502, 'Failed to create checkout session']);
    expect(api.bugs.length).toBe(before + 1);
    const member = await reachable(() => api.member());
    faults.status = 401;
    const portal = await invoke('customer-portal', member);
    expect(portal.body.error).toBe('Failed to open customer portal');
    api.bugs.length = 0;
  });

  test('dying halfway: what was done is found again, and nobody exists twice', async () => {
    const person = await newcomer();
    faults.dies = true;
    const { status } = await invoke('create-checkout', person);
    expect(status).toBe(503);
    faults.dies = false;
    expect((await api.pay(person)).status).toBe(303);
    await api.settle();
    expect(customersOf(person)).toHaveLength(1);
    expect((await api.row(person))?.has_access).toBe(true);
  });

  test('dying while the page is created: a retry with the same key gets the same page', async () => {
    const person = await newcomer();
    faults.dies = true;
    faults.only = /POST \/v1\/checkout/;
    const { status, body } = await invoke('create-checkout', person);
    expect(status).toBe(200);
    expect(openPagesOf(person)).toMatchObject([{ url: body.url }]);
  });

  test('failing while the page is created: the next attempt has another key, because failures are repeated', async () => {
    const person = await newcomer();
    const create = vi.spyOn((await api.payments.getStripe()).checkout.sessions, 'create');
    Object.assign(faults, { status: 500, only: /POST \/v1\/checkout/ });
    expect((await invoke('create-checkout', person)).status).toBe(503);
    faults.status = undefined;
    expect((await invoke('create-checkout', person)).status).toBe(200);
    const keys = create.mock.calls.map(([, ...options]) => JSON.stringify(options));
    create.mockRestore();
    expect(new Set(keys).size).toBe(2);
  });

  test('a member is not locked out by it, and is told that the status may be outdated', async () => {
    const person = await api.member();
    await age(person);
    const before = await api.row(person);
    faults.status = 500;
    const asked = ['create-checkout', 'customer-portal', 'list-invoices'];
    const answers = await Promise.all(asked.map((name) => invoke(name, person)));
    expect(answers.map(({ body }) => body.code)).toEqual(asked.map(() => 'payments_unreachable'));
    expect(await api.row(person)).toEqual(before);
    const { status, body } = await invoke('check-subscription', person, { refresh: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ subscribed: true, is_fresh: false });
  });

  test('an event that arrives in the meantime waits in the queue until it answers', async () => {
    const person = await newcomer();
    await api.pay(person);
    faults.status = 500;
    await api.settle();
    expect((await api.row(person))?.has_access).toBe(false);
    faults.status = undefined;
    await api.post.retry();
    expect((await api.row(person))?.has_access).toBe(true);
    await expectSame(person);
  });
});

describe('events that do not arrive', () => {
  test('for three days: a payment is known as soon as the person looks', async () => {
    faults.webhooksDown = true;
    const person = await newcomer();
    await api.pay(person);
    await api.settle();
    expect((await api.row(person))?.has_access).toBe(false);
    const { body } = await invoke('check-subscription', person, { refresh: true });
    expect(body.subscribed).toBe(true);
  });

  test('for three days: the hourly comparison repairs what nobody looked at', async () => {
    await api.settle();
    const [paid, cancelled, ended] = [await newcomer(), await api.member(), await api.member()];
    faults.webhooksDown = true;
    await api.pay(paid);
    await api.inPortal(cancelled, { do: 'cancel' });
    await api.inPortal(ended, { do: 'cancel' });
    await api.inPortal(ended, { do: 'pass-time' });
    const { repaired } = await reconcile(api.billing);
    expect(repaired).toBe(3);
    for (const person of [paid, cancelled, ended]) await expectSame(person);
    const access = await Promise.all([paid, cancelled, ended].map((each) => api.row(each)));
    expect(access.map((row) => row?.has_access)).toEqual([true, true, false]);
    expect(await reconcile(api.billing)).toMatchObject({ repaired: 0 });
    // Access depends on the date until which it is paid.
    await database.asService.query({
      text: `update public.subscriptions set paid_until = now() - interval '1 day' where user_id = $1`,
      values: [paid.user.id],
    });
    expect(await reconcile(api.billing)).toMatchObject({ repaired: 1 });
    await expectSame(paid);
  });

  test('and then all arrive at once change nothing that is already right', async () => {
    const person = await api.member();
    faults.webhooksDown = true;
    await api.inPortal(person, { do: 'cancel' });
    await api.inPortal(person, { do: 'resume' });
    faults.webhooksDown = false;
    await api.settle();
    await expectSame(person);
  });

  test('a customer whom the site has lost track of is found by the comparison', async () => {
    faults.webhooksDown = true;
    const person = await newcomer();
    await api.pay(person);
    await database.asService.query({
      text: 'update public.subscriptions set customer_id = null where user_id = $1',
      values: [person.user.id],
    });
    await reconcile(api.billing);
    expect((await api.row(person))?.has_access).toBe(true);
  });
});

describe('events in any order', () => {
  test('200 events, shuffled and tripled, end in the sandbox’s state', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => newcomer()));
    const from = new Set(Object.keys(sandbox.state.events));
    faults.webhooksDown = true;
    for (const person of people) await api.pay(person);
    const portals = await Promise.all(
      people.map(async (person) => {
        await invoke('check-subscription', person, { refresh: true });
        return (await invoke('customer-portal', person)).body.url as string;
      }),
    );
    const isNew = (id: string) => !from.has(id);
    const events = () => Object.keys(sandbox.state.events).filter(isNew);
    for (let turn = 0; events().length < 200; turn += 1) {
      const does = turn % 2 ? 'resume' : 'cancel';
      // The people end up in different states: some cancelled, some not.
      await Promise.all(
        portals.slice(0, turn < 12 ? 10 : 5).map((url) => api.send(url, { do: does })),
      );
    }
    const chosen = events().flatMap((id) => sandbox.state.events[id] ?? []);
    const heap = shuffle([...chosen, ...chosen, ...chosen]);
    expect(heap.length).toBeGreaterThanOrEqual(600);
    while (heap.length > 0) {
      const batch = heap.splice(0, 25).map((event) => {
        const { body, header } = sandbox.sign(event);
        return api.call(
          new Request(api.webhook, {
            method: 'POST',
            headers: { 'stripe-signature': header },
            body,
          }),
        );
      });
      for (const { status } of await Promise.all(batch)) expect(status).toBe(200);
    }
    await api.post.deliver();
    for (const person of people) await expectSame(person);
    const { rows } = await database.asService.query<{ stored: number; waiting: number }>({
      text: `select count(*)::int as stored, count(*) filter (where handled_at is null)::int as waiting
        from public.billing_events where id = any ($1)`,
      values: [chosen.map(({ id }) => id)],
    });
    expect(rows[0]).toEqual({ stored: chosen.length, waiting: 0 });
    for (const { id } of chosen) delete sandbox.state.deliveries[id];
  });

  test('of two answers, the one to the later request wins', async () => {
    const person = await api.member();
    faults.webhooksDown = true;
    await api.inPortal(person, { do: 'cancel' });
    // A later request already stored a newer answer.
    await database.asService.query({
      text: `update public.subscriptions set asked_at = now() + interval '1 minute'
        where user_id = $1`,
      values: [person.user.id],
    });
    await reconcile(api.billing);
    expect((await api.row(person))?.cancel_at_period_end).toBe(false);
    await age(person);
    await reconcile(api.billing);
    expect((await api.row(person))?.cancel_at_period_end).toBe(true);
  });
});

describe('a process that is killed', () => {
  test('between storing an event and handling it: the next one continues', async () => {
    const person = await newcomer();
    await api.pay(person);
    // The events are received and answered; then this process loses everything.
    await sandbox.deliverNow();
    const waiting = await database.asService.query({
      text: 'select from public.billing_events where handled_at is null',
    });
    expect(waiting.rowCount).toBeGreaterThan(0);
    expect((await api.row(person))?.has_access).toBe(false);
    const next = createApi(api.dependencies);
    await api.post.work();
    const answer = await next(
      new Request(`${new URL(api.webhook).origin}/functions/v1/check-subscription`, {
        method: 'POST',
        headers: {
          apikey: api.dependencies.keys.publishableKey,
          authorization: `Bearer ${person.session.access_token}`,
        },
      }),
    );
    expect(await answer.json()).toMatchObject({ subscribed: true });
  });
});

test('causes no unexpected errors', () => {
  expect(api.bugs).toEqual([]);
});

const customersOf = ({ email }: Person) =>
  Object.values(sandbox.state.customers).filter((each) => each.email === email);

const openPagesOf = (person: Person) =>
  Object.values(sandbox.state.checkouts).filter(
    (each) => each.status === 'open' && each.customer === customersOf(person)[0]?.id,
  );

async function reachable<T>(work: () => Promise<T>): Promise<T> {
  const { status } = faults;
  faults.status = undefined;
  const result = await work();
  faults.status = status;
  return result;
}

/** As if the last answer were from a while ago. */
async function age({ user }: Person) {
  await database.asService.query({
    text: `update public.subscriptions set asked_at = now() - interval '1 minute' where user_id = $1`,
    values: [user.id],
  });
}

function shuffle<Item>(items: Item[]): Item[] {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other] as Item, items[at] as Item];
  }
  return items;
}
