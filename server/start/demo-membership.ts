import type { Billing } from '#api/billing/context.ts';
import { ensureCustomer } from '#api/billing/customer.ts';
import { openCheckout } from '#api/billing/open-checkout.ts';
import { syncCustomer } from '#api/billing/sync-customer.ts';
import { demoMember } from '#database/seed/demo-people.ts';
import * as links from '#domain/site/links.ts';

/** The demo member pays once, in the sandbox, the same way as everybody. */
export async function payForDemoMember(billing: Billing, siteUrl: string) {
  const { rows } = await billing.database.asService.query<{ email: string }>({
    text: `select email from auth.users where id = $1 and not exists
      (select from public.subscriptions where user_id = $1 and customer_id is not null)`,
    values: [demoMember.id],
  });
  const [person] = rows;
  if (!person) return;
  const { id: userId, name } = demoMember;
  const customer = await ensureCustomer(billing, { id: userId, email: person.email, name });
  const page = await openCheckout(billing, {
    customer: customer.id,
    userId,
    successUrl: `${siteUrl}${links.browseCandidates}?success=true`,
    cancelUrl: `${siteUrl}${links.membership}`,
  });
  await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242' }),
    redirect: 'manual',
  });
  await syncCustomer(billing, customer.id);
}
