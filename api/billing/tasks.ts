import type { Nothing } from '../subject.ts';

export type BillingTasks = {
  /** Asked for by an event of the payment service. */
  'billing-sync': { customerId: string };
  /** Asked for by the database, when an address or an account changes. */
  'billing-email': { userId: string };
  'billing-close': { customerId: string };
  /** Asked for when staff block a person, or take it back. */
  'billing-block': { userId: string };
  /** Asked for by the database, when a membership was cancelled, or renews after all. */
  'membership-mail': { change: string };
  'reconcile-billing': Nothing;
  'end-featured': Nothing;
  /** By the clock and at a start: what is charged for a membership. */
  'read-price': Nothing;
};
