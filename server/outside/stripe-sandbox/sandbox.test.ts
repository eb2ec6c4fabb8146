import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import { noFaults } from './faults.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
import { priceId } from './state.ts';

const siteUrl = 'http://127.0.0.1:3000';
const running: Sandbox[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(async () => {
  for (const sandbox of running) await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ siteUrl, ...options });
  running.push(sandbox);
  return sandbox;
}

/** The official SDK, pointed at the sandbox. */
function connect({ secretKey, port }: Sandbox) {
  return new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

const sandbox = await start();
const stripe = connect(sandbox);

async function openCheckout(client = stripe) {
  const customer = await client.customers.create({ email: 'ada@people.example' });
  const session = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: `${siteUrl}/done?id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}/back`,
  });
  return { customer, session, url: session.url ?? '' };
}

function send(url: string, fields: Record<string, string>) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

async function subscribe(client = stripe) {
  const { customer, url } = await openCheckout(client);
  const answer = await send(url, { number: '4242 4242 4242 4242' });
  expect(answer.status).toBe(303);
  const { data } = await client.subscriptions.list({ customer: customer.id });
  const [subscription] = data;
  if (!subscription) throw new Error('There is no subscription.');
  return { customer, subscription };
}

describe('the API, through the official SDK', () => {
  test('a parameter that Stripe does not know, or of the wrong type, is refused', async () => {
    const unknown = { colour: 'red' } as Stripe.CustomerCreateParams;
    await expect(stripe.customers.create(unknown)).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'colour',
    });
    await expect(
      stripe.customers.list({ limit: 'ten' as unknown as number }),
    ).rejects.toMatchObject({ code: 'parameter_invalid_integer' });
  });

  test('missing objects, wrong keys and unknown paths are refused as Stripe does', async () => {
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
    });
    const stranger = connect({ ...sandbox, secretKey: 'sk_test_other' });
    await expect(stranger.customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    });
    await expect(stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  test('the same idempotency key creates one customer, and refuses other parameters', async () => {
    const email = 'twice@people.example';
    const [one, two] = await Promise.all([
      stripe.customers.create({ email }, { idempotencyKey: 'key-1' }),
      stripe.customers.create({ email }, { idempotencyKey: 'key-1' }),
    ]);
    expect(two.id).toBe(one.id);
    expect((await stripe.customers.list({ email })).data).toHaveLength(1);
    await expect(
      stripe.customers.create({ email: 'other@people.example' }, { idempotencyKey: 'key-1' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  test('lists come in pages, newest first', async () => {
    const email = 'pages@people.example';
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.push((await stripe.customers.create({ email })).id);
    }
    const first = await stripe.customers.list({ email, limit: 2 });
    expect(first.has_more).toBe(true);
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ email, limit: 2 })) all.push(id);
    expect(all).toEqual(made.reverse());
  });
});

describe('the checkout page', () => {
  test('does not exist under names that every object inherits', async () => {
    const { url } = await openCheckout();
    const known = new URL(url);
    const paths = [
      known.pathname.replace(/[^/]+$/, 'constructor'),
      '/portal/constructor',
      '/invoices/constructor',
    ];
    for (const path of paths) expect((await fetch(new URL(path, known))).status).toBe(404);
  });

  test('says that nothing is real, and works without scripts', async () => {
    const { url } = await openCheckout();
    const answer = await fetch(url);
    const page = await answer.text();
    expect(page).toContain('Sandbox, no real payment.');
    expect(page).toContain('$49.99 per month');
    expect(page).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4111111111111111', 'This is not one of the test cards.'],
  ])('the card %s is refused with a sentence, and nothing begins', async (number, words) => {
    const { customer, url } = await openCheckout();
    const answer = await send(url, { number });
    expect(answer.status).toBe(402);
    const page = await answer.text();
    expect(page).toContain(words);
    expect(page).not.toMatch(/value="4/);
    const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    expect(data).toHaveLength(0);
  });

  test('a card that needs authentication asks, and respects a refusal', async () => {
    const { customer, url } = await openCheckout();
    const number = '4000002500003155';
    expect(await (await send(url, { number })).text()).toContain('Confirm the payment');
    expect(await (await send(url, { number, answer: 'no' })).text()).toContain('did not confirm');
    const answer = await send(url, { number, answer: 'yes' });
    expect(answer.headers.get('location')).toMatch(/\/done\?id=cs_test_/);
    const { data } = await stripe.subscriptions.list({ customer: customer.id });
    expect(data).toMatchObject([{ status: 'active', cancel_at_period_end: false }]);
  });

  test('nobody can subscribe twice', async () => {
    const { customer } = await subscribe();
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: priceId, quantity: 1 }],
      success_url: siteUrl,
    });
    const answer = await send(session.url ?? '', { number: '4242424242424242' });
    expect(await answer.text()).toContain('You already have this subscription');
  });
});

describe('the portal', () => {
  async function openPortal(customer: string) {
    const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: siteUrl });
    return url;
  }

  test('cancels at the end of the period, resumes, and changes the card', async () => {
    const { customer, subscription } = await subscribe();
    const url = await openPortal(customer.id);
    await send(url, { do: 'cancel' });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: subscription.items.data[0]?.current_period_end,
    });
    expect(await (await fetch(url)).text()).toContain('Ends on');
    await send(url, { do: 'resume' });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
    });
    expect((await send(url, { do: 'card', number: '4000000000000002' })).status).toBe(422);
    await send(url, { do: 'card', number: '4000000000000341' });
    expect(await (await fetch(url)).text()).toContain('Visa ending in 0341');
  });

  test('shows invoices, each on its own page', async () => {
    const { customer } = await subscribe();
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data).toMatchObject([{ status: 'paid', amount_paid: 4_999 }]);
    const page = await (await fetch(data[0]?.hosted_invoice_url ?? '')).text();
    expect(page).toContain('$49.99');
    const portal = await openPortal(customer.id);
    expect(await (await fetch(portal)).text()).toContain(data[0]?.number);
    await send(portal, { do: 'details', name: 'Mercy <Group>', tax: 'US 12-3456789' });
    await send(portal, { do: 'pass-time' });
    const { data: all } = await stripe.invoices.list({ customer: customer.id });
    const pages = await Promise.all(
      all.map(async ({ hosted_invoice_url: url }) => (await fetch(url ?? '')).text()),
    );
    expect(pages.map((each) => each.includes('Mercy &lt;Group&gt;'))).toEqual([true, false]);
    expect(pages.map((each) => each.includes('US 12-3456789'))).toEqual([true, false]);
  });
});

describe('the test clock', () => {
  async function pass(customer: string, days: number) {
    const frozen_time = Math.floor(Date.now() / 1000);
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time, customer });
    await stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: frozen_time + days * 86_400,
    });
  }

  test('renews what is running, and ends what is cancelled', async () => {
    const going = await subscribe();
    const ending = await subscribe();
    await stripe.subscriptions.update(ending.subscription.id, { cancel_at_period_end: true });
    for (const { customer } of [going, ending]) await pass(customer.id, 70);
    const renewed = await stripe.subscriptions.retrieve(going.subscription.id, {
      expand: ['latest_invoice', 'test_clock'],
    });
    expect(renewed).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
    expect((await stripe.invoices.list({ customer: going.customer.id })).data).toHaveLength(3);
    const ended = await stripe.subscriptions.retrieve(ending.subscription.id);
    expect(ended).toMatchObject({ status: 'canceled' });
    expect(ended.ended_at).toBe(ended.items.data[0]?.current_period_end);
  });

  test('a card that fails at renewal is retried, and in the end the subscription is over', async () => {
    const { customer, subscription } = await subscribe();
    const portal = await stripe.billingPortal.sessions.create({ customer: customer.id });
    // The credit for a seat that was given up pays for the first renewal, which needs no card.
    const [item] = subscription.items.data;
    for (const quantity of [2, 1]) {
      const items = [{ id: item?.id ?? '', quantity }];
      const proration_behavior = quantity === 2 ? 'always_invoice' : 'create_prorations';
      await stripe.subscriptions.update(subscription.id, { items, proration_behavior });
    }
    const charges = async () => (await stripe.charges.list({ customer: customer.id })).data.length;
    const charged = await charges();
    await send(portal.url, { do: 'card', number: '4000000000000341' });
    await pass(customer.id, 32);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect(await charges()).toBe(charged);
    await pass(customer.id, 62);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    await pass(customer.id, 75);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
  });
});

describe('webhooks', () => {
  test('are signed as the official SDK verifies them, and repeated until the site accepts them', async () => {
    const own = await start({ retryWaits: [0.01, 0.01] });
    const heard: { type: string; status: number }[] = [];
    const client = connect(own);
    own.tell({
      url: `${siteUrl}/hook`,
      async send(request) {
        const event = await client.webhooks.constructEventAsync(
          await request.text(),
          request.headers.get('stripe-signature') ?? '',
          own.webhookSecret,
          300,
        );
        const status = heard.length < 2 ? 500 : 200;
        heard.push({ type: event.type, status });
        return new Response(null, { status });
      },
    });
    await client.customers.create({ email: 'hook@people.example' });
    await expect.poll(() => heard.length).toBe(3);
    expect(heard.map(({ type }) => type)).toEqual(Array(3).fill('customer.created'));
    expect(own.state.deliveries).toEqual({});
  });
});

describe('what it keeps', () => {
  test('survives a restart: the port, the keys, the objects, and undelivered webhooks', async () => {
    const file = join(folder, 'state.json');
    const first = await start({ file });
    const { subscription } = await subscribe(connect(first));
    await first.stop();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = await start({ file });
    expect([second.port, second.secretKey]).toEqual([first.port, first.secretKey]);
    expect(await connect(second).subscriptions.retrieve(subscription.id)).toEqual(subscription);
    const heard: string[] = [];
    second.tell({
      url: siteUrl,
      async send(request) {
        heard.push((await request.json()).type);
        return new Response();
      },
    });
    await second.deliverNow();
    expect(heard).toContain('checkout.session.completed');
  });

  test('never holds a card number', async () => {
    await subscribe();
    expect(JSON.stringify(sandbox.state)).not.toContain('4242424242424242');
  });
});

describe('where it runs', () => {
  test('not beside a real key, and not on a public site', async () => {
    await expect(start({ realKey: 'sk_live_x' })).rejects.toThrow('real key');
    for (const url of ['https://www.site.example', 'http://site.example', 'http://10.0.0.1']) {
      await expect(start({ siteUrl: url })).rejects.toThrow('others reach');
    }
  });

  test('its faults are out of reach of any request', async () => {
    const faults = { ...noFaults(), status: 500 } as const;
    const broken = await start({ faults });
    await expect(connect(broken).customers.list()).rejects.toMatchObject({ statusCode: 500 });
    const paths = ['/faults', '/v1/faults', '/'];
    for (const path of paths) {
      expect((await fetch(sandbox.url + path, { method: 'POST' })).status).toBeGreaterThan(400);
    }
  });
});
