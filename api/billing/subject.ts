import type { Subject } from '../subject.ts';
import { withoutSession } from './buyer.ts';
import { changeSeats } from './change-seats.ts';
import { checkSubscription } from './check-subscription.ts';
import type { Billing } from './context.ts';
import { createCheckout } from './create-checkout.ts';
import { customerPortal } from './customer-portal.ts';
import { closeCustomer, followEmail } from './follow-account.ts';
import { followBlock } from './follow-block.ts';
import { listInvoices } from './list-invoices.ts';
import { readPrice } from './read-price.ts';
import { reconcile } from './reconcile.ts';
import { stripeWebhook } from './stripe-webhook.ts';
import { syncCustomer } from './sync-customer.ts';
import type { BillingTasks } from './tasks.ts';
import { tellOfChange } from './tell-of-changes.ts';

export const billing: Subject<BillingTasks> = {
  functions: {
    'change-seats': changeSeats,
    'check-subscription': checkSubscription,
    'create-checkout': createCheckout,
    'customer-portal': customerPortal,
    'list-invoices': listInvoices,
    'stripe-webhook': stripeWebhook,
  },
  withoutSession,
  tasks: {
    'billing-sync': {
      lane: 'background',
      run: (work, { customerId }) => syncCustomer(required(work), customerId),
    },
    'billing-email': {
      lane: 'background',
      run: (work, { userId }) => followEmail(required(work), userId),
    },
    'billing-close': {
      lane: 'background',
      run: (work, { customerId }) => closeCustomer(required(work), customerId),
    },
    'billing-block': {
      lane: 'background',
      run: (work, { userId }) => followBlock(required(work), userId),
    },
    'membership-mail': { lane: 'mail', run: tellOfChange },
    'reconcile-billing': {
      lane: 'background',
      async run({ billing, note }) {
        if (!billing) return;
        const { strangers, twice, ...counts } = await reconcile(billing);
        note({ reconciled: { ...counts, strangers: strangers.length, twice: twice.length } });
      },
    },
    'read-price': {
      lane: 'background',
      async run({ billing, note }) {
        if (billing && !(await readPrice(billing))) note({ price: 'cannot be said in words' });
      },
    },
    /** Memberships also expire with time, without any event. */
    'end-featured': {
      lane: 'background',
      // One after the other, to avoid deadlocks: removing a seat locks the seat before postings, so nothing may lock
      // them in the opposite order.
      async run({ database }) {
        await database.asService.query({ text: 'select private.end_featured_jobs()' });
        await database.asService.query({ text: 'select private.tell_ended_seats()' });
        await database.asService.query({ text: 'select private.tell_of_included_seats()' });
      },
    },
  },
  timetable: [
    // Also runs once after a start if an hour was missed.
    '7 * * * * reconcile-billing ?fill=1h',
    '13 * * * * read-price ?fill=1h',
    '* * * * * end-featured',
  ],
};

/** A task fails if its service is no longer configured, and is retried until it is. */
function required({ billing }: { billing: Billing | undefined }): Billing {
  if (!billing) throw new Error('No payment service is set up.');
  return billing;
}
