import { describe, expect, test } from 'vitest';
import { refundCharge } from '#server/outside/stripe-sandbox/charges.ts';
import { noFaults } from '#server/outside/stripe-sandbox/faults.ts';
import { signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openMembershipApi } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { invoke, sandbox } = api;
const newcomer = () => signedInPerson(api.call);
const callsSince = (from: number) => sandbox.calls.slice(from);

describe('customer-portal', () => {
  test('opens for somebody with a membership, and leads back to its page', async () => {
    const person = await api.member();
    const { body } = await invoke('customer-portal', person);
    expect(body.url).toContain('/p/session/');
    expect(Object.values(sandbox.state.portals).at(-1)?.return_url).toBe(`${siteUrl}/membership`);
  });

  test('tells somebody without one what to do', async () => {
    const { status, body } = await invoke('customer-portal', await newcomer());
    expect([status, body.code]).toEqual([409, 'no_membership']);
    expect(body.error).toContain('Subscribe first');
  });
});

describe('check-subscription', () => {
  test('answers only from our own table on request', async () => {
    const person = await newcomer();
    await api.pay(person);
    const from = sandbox.calls.length;
    const { body } = await invoke('check-subscription', person, { refresh: false });
    expect(body).toMatchObject({ subscribed: false, product_id: null, subscription_end: null });
    expect(callsSince(from)).toEqual([]);
  });

  test('called without a body, it notices a payment a moment after it had said that there is none', async () => {
    const person = await newcomer();
    await invoke('create-checkout', person);
    const check = async () => (await person.browser.functions.invoke('check-subscription')).data;
    expect(await check()).toMatchObject({ subscribed: false });
    await api.pay(person);
    expect(await check()).toMatchObject({ subscribed: true, is_fresh: true });
  });

  test('polling without paying asks the payment service only now and then', async () => {
    const person = await newcomer();
    await invoke('create-checkout', person);
    const from = sandbox.calls.length;
    for (const _ of Array(40)) await invoke('check-subscription', person, { refresh: true });
    // Those of the first seconds, and one more if they take longer.
    expect(callsSince(from).length).toBeLessThan(35);
  });

  test('a refresh notices a payment without an event, and a cancellation a moment later', async () => {
    const person = await newcomer();
    await api.pay(person);
    const from = sandbox.calls.length;
    const { body } = await invoke('check-subscription', person, { refresh: true });
    expect(body).toMatchObject({
      subscribed: true,
      product_id: 'prod_SandboxMembership',
      is_fresh: true,
    });
    expect(new Date(body.subscription_end).getTime()).toBeGreaterThan(Date.now() + 27 * 86_400_000);
    expect(callsSince(from)).toHaveLength(1);
    await api.inPortal(person, { do: 'cancel' });
    const later = await invoke('check-subscription', person, { refresh: true });
    expect(later.body).toMatchObject({ subscribed: true, is_ending: true });
  });

  test('nobody can ask about somebody else', async () => {
    await api.member();
    const { body } = await invoke('check-subscription', await newcomer(), { refresh: true });
    expect(body.subscribed).toBe(false);
  });
});

describe('list-invoices', () => {
  test('lists the person’s own, with a page for each', async () => {
    const person = await api.member();
    const { body } = await invoke('list-invoices', person);
    expect(body.invoices).toMatchObject([{ total: 4_999, currency: 'usd', status: 'paid' }]);
    expect((await fetch(body.invoices[0].url)).status).toBe(200);
    expect(body.refunds).toEqual([]);
    const [charge] = Object.values(sandbox.state.charges).toReversed();
    if (!charge) throw new Error('Nothing was charged.');
    refundCharge(sandbox.state, charge, { amount: 1_000, reason: null, metadata: {} });
    expect((await invoke('list-invoices', person)).body.refunds).toMatchObject([
      { amount: 1_000, currency: 'usd' },
    ]);
    // A key that may not read charges.
    Object.assign(sandbox.faults, { status: 403, only: /GET \/v1\/charges/ });
    const { body: without } = await invoke('list-invoices', person);
    Object.assign(sandbox.faults, noFaults());
    expect(without).toMatchObject({ refunds: [], invoices: [{ total: 4_999 }] });
    expect((await invoke('list-invoices', await newcomer())).body.invoices).toEqual([]);
  });
});
