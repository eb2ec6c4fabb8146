import { describe, expect, test, vi } from 'vitest';
import { signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { goodCard, openMembershipApi, type Person } from '#test/support/test-membership.ts';
import { openCheckout } from './open-checkout.ts';

const api = await openMembershipApi();
const { invoke, sandbox } = api;
const newcomer = () => signedInPerson(api.call);
/** The pages where the person could pay now. */
async function openPages(person: Person) {
  const customer = (await api.row(person))?.customer_id;
  return Object.values(sandbox.state.checkouts).filter(
    (page) => page.customer === customer && page.status === 'open',
  );
}

describe('without a session', () => {
  test.each([
    ['create-checkout', 'Please sign in to subscribe'],
    ['customer-portal', 'No active session'],
    ['check-subscription', 'No active session'],
    ['list-invoices', 'No active session'],
    ['change-seats', 'No active session'],
  ])('%s says: %s', async (name, words) => {
    const { status, body } = await invoke(name, undefined);
    expect([status, body.error]).toEqual([401, words]);
    const person = await newcomer();
    await person.browser.auth.signOut({ scope: 'global' });
    expect((await invoke(name, person)).body).toEqual({ error: words, code: 'session_not_found' });
  });
});

test('one person cannot use up the payment service’s rate limit for everybody', async () => {
  const [person, other] = [await newcomer(), await newcomer()];
  const ask = () => invoke('list-invoices', person);
  const answers = await Promise.all(Array.from({ length: 31 }, ask));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: { code: 'too_many_payment_pages' },
  });
  expect((await invoke('create-checkout', person)).status).toBe(429);
  expect((await invoke('list-invoices', other)).status).toBe(200);
});

describe('create-checkout', () => {
  test('leads to a page for the configured price, and back to the site', async () => {
    const person = await newcomer();
    const { status, body } = await invoke('create-checkout', person, {
      from: '/browse-candidates',
    });
    expect(status).toBe(200);
    const checkout = Object.values(sandbox.state.checkouts).at(-1);
    expect(checkout).toMatchObject({
      url: body.url,
      mode: 'subscription',
      client_reference_id: person.user.id,
      line_items: [{ price: 'price_SandboxMonthly', quantity: 1 }],
      success_url: `${siteUrl}/browse-candidates?success=true`,
      cancel_url: `${siteUrl}/browse-candidates`,
    });
    const paid = await api.send(body.url, { number: goodCard });
    expect(paid.headers.get('location')).toBe(`${siteUrl}/browse-candidates?success=true`);
  });

  test('returns only to the two screens', async () => {
    const { status } = await invoke('create-checkout', await newcomer(), {
      from: 'https://evil.example/',
    });
    expect(status).toBe(400);
  });

  test('concurrent presses on two screens leave one page that can be paid', async () => {
    const person = await newcomer();
    await invoke('create-checkout', person, { from: '/browse-candidates' });
    const answers = await Promise.all(
      (['/membership', '/browse-candidates', '/membership'] as const).map((from) =>
        invoke('create-checkout', person, { from }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // On a slow machine, one request may be finished before the next arrives.
    const open = await openPages(person);
    expect(open).toHaveLength(1);
    expect(answers.map(({ body }) => body.url)).toContain(open[0]?.url);
  });

  test('concurrent presses on two machines leave one page that can be paid', async () => {
    const person = await newcomer();
    await invoke('create-checkout', person);
    const wish = { customer: (await api.row(person))?.customer_id ?? '', userId: person.user.id };
    const urls = await Promise.all(
      ['/one', '/other'].map((path) =>
        openCheckout(api.billing, {
          ...wish,
          successUrl: `${siteUrl}/paid`,
          cancelUrl: siteUrl + path,
        }),
      ),
    );
    const open = await openPages(person);
    expect(open).toHaveLength(1);
    expect(urls).toContain(open[0]?.url);
  });

  test('two concurrent clicks create one customer and one page', async () => {
    const person = await newcomer();
    const answers = await Promise.all([1, 2, 3, 4].map(() => invoke('create-checkout', person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const customers = Object.values(sandbox.state.customers).filter(
      ({ email }) => email === person.email,
    );
    expect(customers).toHaveLength(1);
    const open = Object.values(sandbox.state.checkouts).filter(
      ({ customer, status }) => customer === customers[0]?.id && status === 'open',
    );
    expect(open).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
  });

  test('an open page is reused, and an older one can no longer be paid', async () => {
    const person = await newcomer();
    const first = await invoke('create-checkout', person);
    expect((await invoke('create-checkout', person)).body.url).toBe(first.body.url);
    await invoke('create-checkout', person, { from: '/browse-candidates' });
    const late = await api.send(first.body.url, { number: goodCard });
    expect(late.status).toBe(410);
  });

  test('a page that would expire too soon, or that was created with another tax setting or price, is replaced', async () => {
    const person = await newcomer();
    const first = await invoke('create-checkout', person);
    const [page] = await openPages(person);
    if (!page) throw new Error('There is no page.');
    page.expires_at = Math.floor(Date.now() / 1000) + 600;
    const create = vi.spyOn((await api.payments.getStripe()).checkout.sessions, 'create');
    const second = await invoke('create-checkout', person);
    expect(second.body.url).not.toBe(first.body.url);
    expect(create.mock.lastCall?.[0]).not.toHaveProperty('automatic_tax');
    const wish = {
      customer: page.customer,
      userId: person.user.id,
      successUrl: page.success_url,
      cancelUrl: page.cancel_url ?? '',
    };
    const { billing } = api;
    const taxed = { ...billing, payments: { ...billing.payments, collectsTax: true } };
    const third = await openCheckout(taxed, wish);
    expect(third).not.toBe(second.body.url);
    expect(create.mock.lastCall?.[0]).toMatchObject({ automatic_tax: { enabled: true } });
    create.mockRestore();
    expect(await openCheckout(taxed, wish)).toBe(third);
    expect((await openPages(person)).map(({ url }) => url)).toEqual([third]);
    const [price] = Object.values(sandbox.state.prices);
    if (!price) throw new Error('There is no price.');
    sandbox.state.prices.price_new = { ...price, id: 'price_new' };
    const dearer = { ...taxed, payments: { ...taxed.payments, priceId: 'price_new' } };
    expect(await openCheckout(dearer, wish)).not.toBe(third);
  });

  test.each([{}, { from: '/browse-candidates' }])(
    'somebody who pays on one page while requesting another, as %j, does not get a second one',
    async (asked) => {
      const person = await newcomer();
      const { body } = await invoke('create-checkout', person);
      const { sessions } = (await api.payments.getStripe()).checkout;
      // Another process has just created one more.
      const newest = await sessions.create({
        mode: 'subscription',
        customer: (await api.row(person))?.customer_id ?? '',
        line_items: [{ price: api.payments.priceId, quantity: 1 }],
        success_url: `${siteUrl}/membership`,
        cancel_url: `${siteUrl}/membership`,
      });
      expect(newest.url).not.toBe(body.url);
      const expire = sessions.expire.bind(sessions);
      sessions.expire = async (...given: Parameters<typeof expire>) => {
        await api.send(newest.url ?? '', { number: goodCard });
        return expire(...given);
      };
      const late = await invoke('create-checkout', person, asked);
      sessions.expire = expire;
      expect(late.body.url).toBe(`${siteUrl}/browse-candidates?success=true`);
      expect(await openPages(person)).toEqual([]);
    },
  );

  test('a member is sent to the portal instead of paying twice, even before an event arrives', async () => {
    const person = await newcomer();
    await api.pay(person);
    const { body } = await invoke('create-checkout', person);
    expect(body.url).toContain('/p/session/');
  });

  test('somebody who is already a customer there does not become a second one', async () => {
    const person = await newcomer();
    await invoke('create-checkout', person);
    const before = (await api.row(person))?.customer_id;
    // As after a crash between the answer and storing it.
    await api.database.asService.query({
      text: `update public.subscriptions set customer_id = null, customer_key = gen_random_uuid()
        where user_id = $1`,
      values: [person.user.id],
    });
    await invoke('create-checkout', person);
    expect((await api.row(person))?.customer_id).toBe(before);
    // Nor do they become the customer of an earlier account with the same address.
    const earlier = sandbox.state.customers[before ?? ''];
    if (!earlier) throw new Error('There is no customer.');
    const next = await newcomer();
    earlier.email = next.email;
    expect((await invoke('create-checkout', next)).status).toBe(200);
    expect((await api.row(next))?.customer_id).not.toBe(before);
  });

  test.each([
    [
      'deleted there',
      (id: string) => Object.assign(sandbox.state.customers[id] ?? {}, { deleted: true }),
    ],
    [
      'from another account, as after changing keys',
      (id: string) => delete sandbox.state.customers[id],
    ],
  ])('a customer who is %s is created again', async (_, lose) => {
    const person = await newcomer();
    await invoke('create-checkout', person);
    const before = (await api.row(person))?.customer_id ?? '';
    lose(before);
    for (const page of Object.values(sandbox.state.checkouts)) {
      if (page.customer === before) page.status = 'expired';
    }
    const { status } = await invoke('create-checkout', person);
    expect(status).toBe(200);
    expect((await api.row(person))?.customer_id).not.toBe(before);
  });
});

describe('the account', () => {
  test('deleting it asks about a running membership, and cancels it', async () => {
    const person = await api.member();
    const { subscription_id: id } = (await api.row(person)) ?? {};
    const confirmation = 'delete my account';
    const refused = await invoke('delete-account', person, { confirmation });
    expect([refused.status, refused.body.code]).toEqual([409, 'membership_running']);
    const answer = await invoke('delete-account', person, { confirmation, membership: 'cancel' });
    expect(answer.status).toBe(200);
    await api.post.work();
    expect(sandbox.state.subscriptions[id ?? '']?.status).toBe('canceled');
    // Later events from the payment service affect nobody.
    await api.settle();
    expect(api.bugs).toEqual([]);
  });

  test('a page that was open when the account was deleted cannot be paid', async () => {
    const person = await newcomer();
    const { body } = await invoke('create-checkout', person);
    await invoke('delete-account', person, { confirmation: 'delete my account' });
    await api.post.work();
    expect((await api.send(body.url, { number: goodCard })).status).toBe(410);
  });

  test('a new address is passed on to the payment service', async () => {
    const person = await api.member();
    const { customer_id: customer } = (await api.row(person)) ?? {};
    const email = `new-${person.email}`;
    await api.actors.staff.client.auth.admin.updateUserById(person.user.id, {
      email,
      email_confirm: true,
    });
    await api.post.work();
    expect(sandbox.state.customers[customer ?? '']?.email).toBe(email);
  });
});

describe('where no payment service is set up', () => {
  test('nothing is sold, and the status still works', async () => {
    const closed = await openTestApi();
    const person = await signedInPerson(closed.call);
    const headers = { authorization: `Bearer ${person.session.access_token}` };
    const ask = (name: string) =>
      closed.fetch(`/functions/v1/${name}`, { method: 'POST', headers, body: '{"refresh":true}' });
    const refused = await ask('create-checkout');
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'payments_off']);
    expect(await (await ask('check-subscription')).json()).toMatchObject({ subscribed: false });
    expect(await (await ask('list-invoices')).json()).toEqual({ invoices: [], refunds: [] });
  });
});
