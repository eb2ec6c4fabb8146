import { expect, it } from 'vitest';
import { areSamePrice, priceInWords, statedAs } from '#domain/membership/price.ts';
import { openMembershipApi } from '#test/support/test-membership.ts';
import { readPrice } from './read-price.ts';

const api = await openMembershipApi();
const { database, payments, sandbox } = api;

async function charged() {
  const { rows } = await database.asService.query<{ words: Record<string, { content: object }> }>({
    text: 'select words from private.words_now()',
  });
  return rows[0]?.words['membership-price']?.content;
}
function sandboxPrice() {
  const [price] = Object.values(sandbox.state.prices);
  if (!price) throw new Error('The sandbox has a price.');
  return price;
}

it('is read from the payment service, stored, and announced to every process when it changes', async () => {
  expect(await charged()).toBeUndefined();
  let told = 0;
  const stop = await database.listen('words_changed', () => {
    told += 1;
  });
  expect(await readPrice({ database, payments })).toBe(true);
  expect(await charged()).toEqual({ amount: 4999, currency: 'usd', period: 'month', periods: 1 });
  await expect.poll(() => told).toBe(1);
  sandboxPrice().unit_amount = 5_900;
  await readPrice({ database, payments });
  expect(await charged()).toMatchObject({ amount: 5900 });
  await expect.poll(() => told).toBe(2);
  // If it is read again unchanged, nothing is rebuilt.
  await readPrice({ database, payments });
  sandboxPrice().unit_amount = 4_999;
  await readPrice({ database, payments });
  await expect.poll(() => told).toBe(3);
  await stop();
});

it('stays unchanged if the service does not answer, or has a price that cannot be described', async () => {
  const before = await charged();
  const away = { ...payments, priceId: 'price_Missing' };
  await expect(readPrice({ database, payments: away })).rejects.toThrow();
  const price = sandboxPrice();
  price.unit_amount = null as never;
  expect(await readPrice({ database, payments })).toBe(false);
  price.unit_amount = 4_999;
  expect(await charged()).toEqual(before);
});

it('excludes tax if tax is calculated and not already included', async () => {
  const price = sandboxPrice();
  const taxed = { database, payments: { ...payments, collectsTax: true } };
  await readPrice(taxed);
  expect(await charged()).toMatchObject({ amount: 4999, isPlusTax: true });
  Object.assign(price, { tax_behavior: 'inclusive' });
  await readPrice(taxed);
  expect(await charged()).not.toHaveProperty('isPlusTax');
  Object.assign(price, { tax_behavior: undefined });
  await readPrice({ database, payments });
  expect(await charged()).toEqual({ amount: 4999, currency: 'usd', period: 'month', periods: 1 });
  const said = { amount: 4_999, currency: 'usd', period: 'month', periods: 1, isPlusTax: true };
  expect(Object.values(priceInWords(said as never)).join(' ')).toBe(
    '$49.99 per month, plus tax where it applies',
  );
});

it('cannot be read or written by people directly', async () => {
  const person = await api.actors.signedIn();
  for (const text of [
    `select private.keep_membership_price('price_x', 1, 'usd', 'month', 1)`,
    'select private.charged_price()',
    'update private.membership_price set amount = 1',
  ]) {
    const asked = database.asCaller(person.caller, (session) => session.query({ text }));
    await expect(asked).rejects.toMatchObject({ code: '42501' });
  }
});

it.each([
  [4_999, 'usd', 'month', 1, '$49.99 per month'],
  [6_000, 'usd', 'month', 3, '$60 every 3 months'],
  [59_900, 'eur', 'year', 1, '€599 per year'],
  [5_000, 'jpy', 'month', 1, '¥5,000 per month'],
] as const)(
  '%s %s by %s is written as people say it',
  (amount, currency, period, periods, words) => {
    expect(Object.values(priceInWords({ amount, currency, period, periods })).join(' ')).toBe(
      words,
    );
  },
);

it('compares the stated price with the charged one', () => {
  const charged = { amount: 4_999, currency: 'usd', period: 'month', periods: 1 } as const;
  expect(areSamePrice(statedAs(49.99), charged)).toBe(true);
  expect(areSamePrice(statedAs(49.98), charged)).toBe(false);
  expect(areSamePrice(statedAs(49.99), { ...charged, period: 'year' })).toBe(false);
});
