import type { Nothing } from '../subject.ts';

export type BillingTasks = {
  /** Queued by an event from the payment service. */
  'billing-sync': { customerId: string };
  /** Queued by the database when an address or an account changes. */
  'billing-email': { userId: string };
  'billing-close': { customerId: string };
  /** Queued when staff block a person or lift the block. */
  'billing-block': { userId: string };
  /** Queued by the database when a membership was cancelled, or renews after all. */
  'membership-mail': { change: string };
  'reconcile-billing': Nothing;
  'end-featured': Nothing;
  /** Run by the timetable and at startup: reads the price of a membership. */
  'read-price': Nothing;
};
