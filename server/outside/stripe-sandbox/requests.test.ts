import { expect, test } from 'vitest';
import { reconcile } from '#api/billing/reconcile.ts';
import { signedInPerson } from '#test/support/people.ts';
import { openMembershipApi } from '#test/support/test-membership.ts';
import { findCall } from './facts.ts';
import { readParams } from './read-params.ts';

const api = await openMembershipApi();
const { invoke, sandbox } = api;

/** Every kind of call that the site makes to Stripe, in the life of one membership. */
async function live() {
  const person = await signedInPerson(api.call);
  await invoke('create-checkout', person);
  await invoke('create-checkout', person, { from: '/browse-candidates' });
  await api.pay(person);
  await api.settle();
  await invoke('create-checkout', person);
  await invoke('customer-portal', person);
  await invoke('check-subscription', person, { refresh: true });
  await invoke('list-invoices', person);
  await reconcile(api.billing);
  await api.actors.staff.client.auth.admin.updateUserById(person.user.id, {
    email: `new-${person.email}`,
    email_confirm: true,
  });
  await api.post.work();
  await api.database.asService.query({
    text: 'update public.subscriptions set customer_id = null where user_id = $1',
    values: [person.user.id],
  });
  await reconcile(api.billing);
  await invoke('delete-account', person, {
    confirmation: 'delete my account',
    membership: 'cancel',
  });
  await api.post.work();
}

test('every request has the path, parameters and types of Stripe’s description', async () => {
  await live();
  const found = sandbox.calls.map((text) => {
    const [method = '', address = '', body = ''] = text.split(' ');
    const url = new URL(address, sandbox.url);
    const call = findCall(method, url.pathname);
    if (!call) throw new Error(`${method} ${url.pathname} is no call of Stripe’s.`);
    const form = method === 'POST' ? new URLSearchParams(body) : url.searchParams;
    expect(() => readParams(call.call, form)).not.toThrow();
    return call.name;
  });
  expect([...new Set(found)].sort()).toEqual([
    'cancelSubscription',
    'createCheckout',
    'createCustomer',
    'createPortal',
    'expireCheckout',
    'listCharges',
    'listCheckouts',
    'listCustomers',
    'listInvoices',
    'listSubscriptions',
    'readCustomer',
    'updateCustomer',
  ]);
});

test('a request with a name or a type that Stripe does not know is detected', () => {
  const create = findCall('POST', '/v1/checkout/sessions')?.call;
  if (!create) throw new Error('The call is not in the table.');
  const good = 'mode=subscription&line_items[0][price]=price_1&success_url=https%3A%2F%2Fsite';
  expect(() => readParams(create, new URLSearchParams(good))).not.toThrow();
  for (const wrong of [
    'mode=subscribe&line_items[0][price]=p&success_url=x',
    `${good}&line_items[0][amount]=4999`,
    `${good}&line_items[0][quantity]=one`,
    `${good}&payment_method_types[0]=card`,
    `${good}&automatic_tax[enabled]=yes`,
    'mode=subscription&success_url=x',
  ]) {
    expect(() => readParams(create, new URLSearchParams(wrong)), wrong).toThrow();
  }
});
