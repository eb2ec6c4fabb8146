import type { Nothing } from '../subject.ts';

export type AlertTasks = {
  /** Queued by the database when a visitor asks for an alert, at most once a day for an address. */
  'alert-confirm-mail': { email: string };
  /** Compares new postings and people with all saved searches. */
  'match-alerts': Nothing;
  /** Queues the emails of everybody whose hour has come. */
  'alert-digests': Nothing;
  /** Queued by the database: the digests of up to fifty alerts. */
  'alert-mails': { alertIds: string[] };
  'clean-alerts': Nothing;
};
