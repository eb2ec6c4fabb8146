import type { TaskList } from 'graphile-worker';
import type { Database } from '#database/database.ts';
import type { Billing, BillingTasks } from './context.ts';
import { closeCustomer, followEmail } from './follow-account.ts';
import { reconcile } from './reconcile.ts';
import { syncCustomer } from './sync-customer.ts';

/** What the queue does with the payment service. */
export function createBillingTasks(
  database: Database,
  billing: Billing | undefined,
  note: (done: object) => void = () => {},
): TaskList {
  /** A job that waits for a service which was taken away fails, and is tried again when it is back. */
  function required(): Billing {
    if (!billing) throw new Error('No payment service is set up.');
    return billing;
  }
  return {
    async 'billing-sync'(payload) {
      await syncCustomer(required(), (payload as BillingTasks['billing-sync']).customerId);
    },
    async 'billing-email'(payload) {
      await followEmail(required(), (payload as BillingTasks['billing-email']).userId);
    },
    async 'billing-close'(payload) {
      await closeCustomer(required(), (payload as BillingTasks['billing-close']).customerId);
    },
    async 'reconcile-billing'() {
      if (billing) note({ reconciled: await reconcile(billing) });
    },
    /** Memberships also end by the clock, when nothing tells of it. */
    async 'end-featured'() {
      await database.asService.query({ text: 'select private.end_featured_jobs()' });
    },
  };
}
