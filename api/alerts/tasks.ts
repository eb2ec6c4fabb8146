import type { Nothing } from '../subject.ts';

export type AlertTasks = {
  /** Asked for by the database, when a visitor wants an alert; once a day for an address. */
  'alert-confirm-mail': { email: string };
  /** Compares what is new with all kept searches. */
  'match-alerts': Nothing;
  /** Asks for the mails of everybody whose hour it is. */
  'alert-digests': Nothing;
  /** Asked for by the database: the digests of fifty alerts. */
  'alert-mails': { alertIds: string[] };
  'clean-alerts': Nothing;
};
