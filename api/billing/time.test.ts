import { describe, expect, test } from 'vitest';
import { goodCard, openMembershipApi, type Person } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { invoke, database } = api;

/** Compares the site's data with the sandbox's. */
async function expectSame(person: Person) {
  expect(await api.row(person)).toMatchObject(await api.truth(person));
}

describe('time', () => {
  test('a membership that renews is renewed, and access never stops', async () => {
    const person = await api.member();
    const before = (await api.row(person))?.current_period_end ?? new Date();
    await api.inPortal(person, { do: 'pass-time' });
    await api.settle();
    const after = await api.row(person);
    expect(after).toMatchObject({ status: 'active', has_access: true });
    expect(after?.current_period_end?.getTime()).toBeGreaterThan(before.getTime());
    await expectSame(person);
  });

  test('a cancelled one gives access until the end of the paid period, and no longer', async () => {
    const person = await api.member();
    await api.inPortal(person, { do: 'cancel' });
    await api.settle();
    expect(await api.row(person)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      has_access: true,
    });
    await api.inPortal(person, { do: 'pass-time' });
    await api.settle();
    expect(await api.row(person)).toMatchObject({ status: 'canceled', has_access: false });
    await expectSame(person);
    expect((await invoke('check-subscription', person)).body.has_ended_unpaid).toBe(false);
    // They can subscribe again.
    expect((await api.pay(person)).status).toBe(303);
    await api.settle();
    expect((await api.row(person))?.has_access).toBe(true);
    // What is owed for the new one is not hidden by the one that is over.
    const { subscription_id: id } = await api.truth(person);
    for (const [status, isOwed] of [
      ['unpaid', true],
      ['paused', false],
    ] as const) {
      Object.assign(api.sandbox.state.subscriptions[id ?? ''] ?? {}, { status });
      await database.asService.query({
        text: `update public.subscriptions set asked_at = '-infinity'`,
      });
      expect((await invoke('check-subscription', person)).body).toMatchObject({
        subscribed: false,
        is_payment_owed: isOwed,
        is_paused: !isOwed,
      });
      expect((await invoke('create-checkout', person)).body.url).toContain('/p/session/');
    }
  });

  test('one that the owner ends at once keeps what was paid for', async () => {
    const person = await api.member();
    const stripe = await api.payments.getStripe();
    await stripe.subscriptions.cancel((await api.row(person))?.subscription_id ?? '');
    await api.settle();
    expect(await api.row(person)).toMatchObject({ status: 'canceled', has_access: true });
    const { body } = await invoke('check-subscription', person);
    expect(body).toMatchObject({ subscribed: true, is_ending: true, is_over: true });
  });

  test('one that the owner refunded ends at once, and stays ended', async () => {
    const person = await api.member();
    const stripe = await api.payments.getStripe();
    const id = (await api.row(person))?.subscription_id ?? '';
    await stripe.subscriptions.cancel(id);
    await stripe.subscriptions.update(id, { metadata: { access: 'ended' } });
    await api.settle();
    expect((await api.row(person))?.has_access).toBe(false);
    await database.asService.query({
      text: `update public.subscriptions set asked_at = '-infinity'`,
    });
    const { body } = await invoke('check-subscription', person, { refresh: true });
    expect(body).toMatchObject({ subscribed: false, is_fresh: true });
    expect((await api.pay(person)).status).toBe(303);
  });

  test('one that ended unpaid charges nothing any more; paid through an old link, it gives what was paid for', async () => {
    const person = await api.member();
    await api.inPortal(person, { do: 'card', number: '4000000000000341' });
    await api.inPortal(person, { do: 'pass-time' });
    await api.settle();
    const newest = async () => (await invoke('list-invoices', person)).body.invoices[0];
    const owed = await newest();
    expect(owed).toMatchObject({ status: 'open', url: expect.stringContaining('http') });
    const become = (status: string) =>
      database.asService.query({
        text: 'update public.subscriptions set status = $2 where user_id = $1',
        values: [person.user.id, status],
      });
    // With a slow bank, the first invoice can still be paid.
    await become('incomplete');
    expect(await newest()).toMatchObject({ status: 'open', url: owed.url });
    await become('past_due');
    const customer = api.sandbox.state.customers[(await api.row(person))?.customer_id ?? ''];
    const clock = api.sandbox.state.clocks[customer?.test_clock ?? ''];
    const stripe = await api.payments.getStripe();
    await stripe.testHelpers.testClocks.advance(clock?.id ?? '', {
      frozen_time: (clock?.frozen_time ?? 0) + 9 * 86_400,
    });
    await api.settle();
    expect(await api.row(person)).toMatchObject({ status: 'canceled', has_access: false });
    expect(await newest()).toMatchObject({ id: owed.id, status: 'uncollectible', url: null });
    const ended = async () => (await invoke('check-subscription', person)).body.has_ended_unpaid;
    expect(await ended()).toBe(true);
    // A process of the previous version writes a restarted membership, and does not know how the last one ended.
    await become('active');
    const told = await invoke('check-subscription', person, { refresh: false });
    expect(told.body.has_ended_unpaid).toBe(false);
    await become('canceled');
    await api.send(owed.url, { number: goodCard });
    await api.settle();
    expect(await api.row(person)).toMatchObject({ status: 'canceled', has_access: true });
    expect(await newest()).toMatchObject({ id: owed.id, status: 'paid', url: owed.url });
    expect(await ended()).toBe(false);
    await stripe.testHelpers.testClocks.advance(clock?.id ?? '', {
      frozen_time: (clock?.frozen_time ?? 0) + 30 * 86_400,
    });
    await database.asService.query({
      text: `update public.subscriptions set asked_at = '-infinity'`,
    });
    const { body } = await invoke('check-subscription', person, { refresh: true });
    expect(body).toMatchObject({ subscribed: false });
  });

  test('a card that fails at renewal: access during the grace period, and fixed with another card', async () => {
    const person = await api.member();
    await api.inPortal(person, { do: 'card', number: '4000000000000341' });
    await api.inPortal(person, { do: 'pass-time' });
    await api.settle();
    const failed = await api.row(person);
    expect(failed).toMatchObject({ status: 'past_due', has_access: true });
    const grace = (failed?.paid_until?.getTime() ?? 0) - Date.now();
    expect(grace / 86_400_000).toBeGreaterThan(6.5);
    expect(grace / 86_400_000).toBeLessThan(7);
    const { body } = await invoke('check-subscription', person, { refresh: false });
    expect(body).toMatchObject({ subscribed: true, is_payment_owed: true });
    expect(new Date(body.subscription_end)).toEqual(failed?.paid_until);
    // Not a second subscription, but the page to fix the first.
    expect((await invoke('create-checkout', person)).body.url).toContain('/p/session/');
    await api.inPortal(person, { do: 'card', number: goodCard });
    await api.settle();
    expect(await api.row(person)).toMatchObject({ status: 'active', has_access: true });
    await expectSame(person);
  });

  test('a card that keeps failing: access ends with the grace period, and then the membership', async () => {
    const person = await api.member();
    await api.inPortal(person, { do: 'card', number: '4000000000000341' });
    await api.inPortal(person, { do: 'pass-time' });
    await api.settle();
    await database.asService.query({
      text: `update public.subscriptions set paid_until = now() - interval '1 second'
        where user_id = $1`,
      values: [person.user.id],
    });
    expect((await api.row(person))?.has_access).toBe(false);
    await api.inPortal(person, { do: 'pass-time' });
    await api.settle();
    expect(await api.row(person)).toMatchObject({ status: 'canceled', has_access: false });
    await expectSame(person);
  });
});

test('causes no unexpected errors', () => {
  expect(api.bugs).toEqual([]);
});
