import { afterAll } from 'vitest';
import { sandboxPayments } from '#server/outside/payments.ts';
import { startSandbox } from '#server/outside/stripe-sandbox/sandbox.ts';
import { signedInPerson } from './people.ts';
import { siteUrl } from './site-url.ts';
import { openTestApi } from './test-api.ts';

export type Person = Awaited<ReturnType<typeof signedInPerson>>;
export const goodCard = '4242424242424242';

/** The API with a payments sandbox of its own, and what people do with a membership. */
export async function openMembershipApi({ timeout = 2_000, graceDays = 7 } = {}) {
  const sandbox = await startSandbox({ siteUrl: 'http://127.0.0.1', retryWaits: [0.02] });
  const payments = sandboxPayments(sandbox, graceDays, timeout);
  const api = await openTestApi({ payments });
  const { database } = api;
  const billing = { database, payments };
  const webhook = `${siteUrl}/functions/v1/stripe-webhook`;
  sandbox.tell({ url: webhook, send: api.call });
  afterAll(sandbox.stop);

  async function invoke(name: string, person: Person | undefined, body: object = {}) {
    const response = await api.fetch(`/functions/v1/${name}`, {
      method: 'POST',
      headers: person ? { authorization: `Bearer ${person.session.access_token}` } : {},
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Submits a form of the sandbox's pages, as a browser does. */
  function send(url: string, fields: Record<string, string>) {
    return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  }

  async function pay(person: Person, number = goodCard) {
    const { body } = await invoke('create-checkout', person);
    return send(body.url, { number });
  }

  async function inPortal(person: Person, fields: Record<string, string>) {
    const { body } = await invoke('customer-portal', person);
    return send(body.url, fields);
  }

  /** Delivers and processes everything that the sandbox has to report. */
  async function settle() {
    await sandbox.deliverNow();
    await api.post.work();
  }

  async function member() {
    const person = await signedInPerson(api.call);
    await pay(person);
    await settle();
    return person;
  }

  async function row({ user }: Pick<Person, 'user'>) {
    const { rows } = await database.asService.query<Row>({
      text: `select *, private.has_active_membership(user_id) as has_access
        from public.subscriptions where user_id = $1`,
      values: [user.id],
    });
    return rows[0];
  }

  /** The same, according to the sandbox. */
  async function truth(person: Person) {
    const customer = (await row(person))?.customer_id;
    const [subscription] = Object.values(sandbox.state.subscriptions)
      .filter((each) => each.customer === customer)
      .reverse();
    return {
      subscription_id: subscription?.id ?? null,
      status: subscription?.status ?? 'incomplete',
      // The portal sets the time, the API sets the flag.
      cancel_at_period_end: subscription?.cancel_at_period_end || Boolean(subscription?.cancel_at),
    };
  }

  return {
    ...api,
    sandbox,
    payments,
    billing,
    webhook,
    invoke,
    send,
    pay,
    inPortal,
    settle,
    member,
    row,
    truth,
  };
}

type Row = {
  customer_id: string | null;
  subscription_id: string | null;
  product_id: string | null;
  status: string;
  current_period_end: Date | null;
  paid_until: Date | null;
  cancel_at_period_end: boolean;
  has_access: boolean;
};
