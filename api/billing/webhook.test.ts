import { describe, expect, test } from 'vitest';
import { createApi } from '#api/api.ts';
import { countStatements } from '#test/support/count-statements.ts';
import { openMembershipApi } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { sandbox, database } = api;
const now = () => Math.floor(Date.now() / 1000);

type Event = Parameters<typeof sandbox.sign>[0];

function someEvent(type = 'customer.subscription.updated'): Event {
  const found = Object.values(sandbox.state.events).find((event) => event.type === type);
  if (!found) throw new Error(`There is no event ${type}.`);
  return { ...structuredClone(found), id: `evt_${crypto.randomUUID().replaceAll('-', '')}` };
}

async function send({ body, header }: { body: string; header?: string }, call = api.call) {
  const response = await call(
    new Request(api.webhook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(header && { 'stripe-signature': header }),
      },
      body,
    }),
  );
  return { status: response.status, body: await response.json() };
}

async function stored(id: string) {
  const { rows } = await database.asService.query<{ count: number; waiting: number }>({
    text: `select count(*)::int as count, count(*) filter (where handled_at is null)::int as waiting
      from public.billing_events where id = $1`,
    values: [id],
  });
  return rows[0];
}

await api.member();

describe('requests that are not events of the payment service are refused and not stored', () => {
  test('a signed request that is no event', async () => {
    const event = someEvent('invoice.paid');
    const attempts = [
      { ...event, data: undefined } as unknown as Event,
      { ...event, id: 'e'.repeat(256) },
      { ...event, type: 'invoice\0paid' },
    ];
    for (const attempt of attempts) {
      const answer = await send(sandbox.sign(attempt));
      expect(answer).toMatchObject({ status: 422, body: { code: 'event_unreadable' } });
    }
    expect(await stored(event.id)).toEqual({ count: 0, waiting: 0 });
  });

  test('forged, unsigned and modified ones', async () => {
    const event = someEvent('invoice.paid');
    const signed = sandbox.sign(event);
    const attempts = [
      { body: signed.body },
      { body: signed.body, header: `t=${now()},v1=${'0'.repeat(64)}` },
      { body: signed.body.replace('4999', '1'), header: signed.header },
      { body: signed.body, header: signed.header.replace('v1=', 'v0=') },
      { body: '{', header: signed.header },
    ];
    for (const attempt of attempts) {
      expect(await send(attempt)).toMatchObject({
        status: 400,
        body: { code: 'invalid_signature' },
      });
    }
    expect(await stored(event.id)).toEqual({ count: 0, waiting: 0 });
  });

  test('one older than five minutes, even if it is genuine', async () => {
    const event = someEvent('invoice.paid');
    expect((await send(sandbox.sign(event, now() - 301))).status).toBe(400);
    expect((await send(sandbox.sign(event, now() - 290))).status).toBe(200);
  });
});

test('a genuine event that our secret does not verify is our fault, checked once a minute', async () => {
  const genuine = Object.values(sandbox.state.events).find(({ type }) => type === 'invoice.paid');
  if (!genuine) throw new Error('There is no such event.');
  const { body } = sandbox.sign(genuine);
  // Uses its own payments, for which no request was made within this minute.
  const { payments } = api.dependencies;
  if (!payments) throw new Error('There are no payments.');
  const call = createApi({ ...api.dependencies, payments: { ...payments } });
  const header = `t=${now()},v1=${'0'.repeat(64)}`;
  const from = sandbox.calls.length;
  // A stranger's request without an event does not use up the check of this minute.
  expect((await send({ body: '{}', header }, call)).status).toBe(400);
  expect(await send({ body, header }, call)).toMatchObject({
    status: 500,
    body: { code: 'event_not_proved' },
  });
  for (let time = 0; time < 3; time += 1) {
    expect(await send({ body, header }, call)).toMatchObject({
      status: 400,
      body: { code: 'invalid_signature' },
    });
  }
  expect(sandbox.calls.length - from).toBe(1);
});

describe('an event', () => {
  test('is stored with its work in one statement, together with those that arrive at the same moment', async () => {
    const { counted, asked } = countStatements(database);
    const call = createApi({ ...api.dependencies, database: counted });
    const first = someEvent('invoice.paid');
    expect((await send(sandbox.sign(first), call)).status).toBe(200);
    expect(asked).toEqual(['billing-events']);
    expect(await stored(first.id)).toEqual({ count: 1, waiting: 1 });

    const burst = Array.from({ length: 20 }, () => someEvent('invoice.paid'));
    const answers = await Promise.all(burst.map((event) => send(sandbox.sign(event), call)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked.length).toBeLessThan(20);
    for (const { id } of burst) expect(await stored(id)).toEqual({ count: 1, waiting: 1 });
    await api.post.work();
    for (const { id } of burst) expect(await stored(id)).toEqual({ count: 1, waiting: 0 });
  });

  test('is answered with an error while it cannot be stored', async () => {
    const failing: typeof database = {
      ...database,
      asService: {
        ...database.asService,
        query: () => Promise.reject(new Error('The disk is full.')),
      },
    };
    const call = createApi({ ...api.dependencies, database: failing });
    const event = someEvent('invoice.paid');
    expect((await send(sandbox.sign(event), call)).status).toBe(500);
    expect(await stored(event.id)).toEqual({ count: 0, waiting: 0 });
    expect(api.bugs.pop()).toMatchObject({ message: 'The disk is full.' });
  });

  test('is answered without calling the payment service, and processed afterwards', async () => {
    const event = someEvent('invoice.paid');
    const from = sandbox.calls.length;
    expect(await send(sandbox.sign(event))).toEqual({ status: 200, body: { received: true } });
    expect(sandbox.calls.slice(from)).toEqual([]);
    expect(await stored(event.id)).toEqual({ count: 1, waiting: 1 });
    await api.post.work();
    expect(await stored(event.id)).toEqual({ count: 1, waiting: 0 });
  });

  test('that is sent again is accepted and has no effect', async () => {
    const event = someEvent('invoice.paid');
    const signed = sandbox.sign(event);
    await send(signed);
    await api.post.work();
    const from = sandbox.calls.length;
    const again = await Promise.all([1, 2, 3].map(() => send(signed)));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    await api.post.work();
    expect(sandbox.calls.slice(from)).toEqual([]);
    expect(await stored(event.id)).toEqual({ count: 1, waiting: 0 });
  });

  test('about a refund is processed, even while its secret is being rotated', async () => {
    const event = { ...someEvent('invoice.paid'), type: 'credit_note.created' };
    const { body, header } = sandbox.sign(event);
    // Both secrets sign until the old one expires.
    const both = header.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`);
    expect((await send({ body, header: both })).status).toBe(200);
    expect(await stored(event.id)).toEqual({ count: 1, waiting: 1 });
    await api.post.work();
  });

  test('of a kind unrelated to memberships is stored and ignored', async () => {
    const event = { ...someEvent('invoice.paid'), type: 'charge.refund.updated' };
    expect((await send(sandbox.sign(event))).status).toBe(200);
    expect(await stored(event.id)).toEqual({ count: 1, waiting: 0 });
  });

  test('about a customer whom the site never created does no harm', async () => {
    const event = structuredClone(someEvent('invoice.paid'));
    Object.assign(event.data.object, { customer: 'cus_ofSomebodyElse' });
    expect((await send(sandbox.sign(event))).status).toBe(200);
    await api.post.deliver();
    expect(await stored(event.id)).toEqual({ count: 1, waiting: 0 });
  });

  test('is not trusted: the status in it is read again', async () => {
    const person = await api.member();
    const event = someEvent('customer.subscription.created');
    const { customer_id: customer } = (await api.row(person)) ?? {};
    Object.assign(event.data.object, { customer, status: 'canceled' });
    await send(sandbox.sign(event));
    await api.post.work();
    expect(await api.row(person)).toMatchObject({ status: 'active', has_access: true });
  });
});
