import { describe, expect, test } from 'vitest';
import { reconcile } from '#api/billing/reconcile.ts';
import { signedInPerson } from '#test/support/people.ts';
import { goodCard, openMembershipApi, type Person } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { invoke, database } = api;

describe('an account that is closed', () => {
  const running = async (customer: string | null | undefined) => {
    const stripe = await api.payments.getStripe();
    return (await stripe.subscriptions.list({ customer: customer ?? '' })).data.length;
  };
  const drop = (person: Person) =>
    database.asService.query({
      text: 'delete from auth.users where id = $1',
      values: [person.user.id],
    });

  test('while its payment page is being paid: what was paid for nobody is ended', async () => {
    const person = await signedInPerson(api.call);
    const { body } = await invoke('create-checkout', person);
    const customer = (await api.row(person))?.customer_id;
    await drop(person);
    // Before the queue gets to close the page.
    expect((await api.send(body.url, { number: goodCard })).status).toBe(303);
    expect(await running(customer)).toBe(1);
    await api.settle();
    expect(await running(customer)).toBe(0);
  });

  test('without the membership being ended: the hourly comparison ends it', async () => {
    const person = await api.member();
    const customer = (await api.row(person))?.customer_id;
    await drop(person);
    await api.asAdmin((client) =>
      client.query('select graphile_worker.remove_job($1)', [`billing-close ${customer}`]),
    );
    await reconcile(api.billing);
    expect(await running(customer)).toBe(0);
  });
});

test('causes no unexpected errors', () => {
  expect(api.bugs).toEqual([]);
});
