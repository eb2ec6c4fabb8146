import { expect, it } from 'vitest';
import { openMembershipApi } from '#test/support/test-membership.ts';
import { testSetUp } from '#test/support/test-set-up.ts';
import { findFaultOfOffer } from './ask-stripe.ts';

const { database, payments, sandbox } = await openMembershipApi();

it('a key or a price with which nobody can subscribe is found, and no answer proves nothing', async () => {
  const find = (change: Partial<typeof payments> = {}) =>
    findFaultOfOffer({
      billing: { database, payments: { ...payments, ...change } },
      setUp: { ...testSetUp, payments: 'live' },
    });
  expect(await find()).toBeUndefined();
  expect(await find({ priceId: 'price_Other' })).toBe(
    'Stripe has no price price_Other in the mode of the key',
  );
  const refuse = (statusCode?: number) => () => Promise.reject({ statusCode });
  expect(await find({ read: refuse(401) })).toContain('STRIPE_SECRET_KEY');
  expect(await find({ read: refuse() })).toBeUndefined();
  const [price] = Object.values(sandbox.state.prices);
  Object.assign(price ?? {}, { active: false });
  expect(await find()).toContain('is archived');
  Object.assign(price ?? {}, { active: true, recurring: null });
  expect(await find()).toContain('is paid once');
});
