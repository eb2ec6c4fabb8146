import * as z from 'zod/mini';
import { mostAtOnce } from './jobs.ts';

export const mailFilters = ['sent', 'bounced'] as const;
export const queueFilters = ['waiting', 'failed'] as const;

export const mailStateWords = {
  sent: 'Sent',
  bounced: 'Bounced',
} as const;
export const taskStateWords = {
  waiting: 'Waiting',
  sending: 'Under way',
  retrying: 'Failed, is tried again',
  failed: 'Failed, given up',
} as const;

export type MailRow = {
  id: number;
  at: string;
  kind: string;
  recipient: string;
  person: string | null;
  state: keyof typeof mailStateWords;
  subject: string;
};

/** An email that was sent: links and codes were redacted before it was stored. */
export type MailPage = MailRow & {
  said: string | null;
  /** Null if the email contained people's own words. */
  body: string | null;
};

export type QueueRow = {
  id: number;
  task: string;
  kind: string;
  recipient: string | null;
  created_at: string;
  run_at: string;
  attempts: number;
  max_attempts: number;
  error: string | null;
  state: keyof typeof taskStateWords;
};

const chosen = z
  .array(z.object({ id: z.string().check(z.regex(/^\d{1,18}$/)) }))
  .check(z.minLength(1), z.maxLength(mostAtOnce));
export const tasksSchema = z.object({ tasks: chosen });

/** What an email is for, by its kind. */
const kindWords: Readonly<Record<string, string>> = {
  signup: 'Confirm the address',
  invite: 'Invitation',
  magiclink: 'Sign in by email',
  recovery: 'New password',
  reauthentication: 'Code for a change',
  email_change_current: 'Change of address, to the old one',
  email_change_new: 'Change of address, to the new one',
  'job-posted': 'Job is on the board',
  'job-ending': 'Job ends soon',
  'jobs-ending': 'Jobs end soon',
  'job-hidden': 'Job was hidden',
  'new-message': 'New message',
  'message-waiting': 'New message, without its words',
  'review-held': 'Their job waits for review',
  'review-asked': 'A question from us',
  'review-hidden': 'We hid something of theirs',
  'review-released': 'We released something of theirs',
  'report-answered': 'Answer to their report',
  'membership-changed': 'Their membership ends, or renews again',
  'team-left': 'A colleague has left',
  'team-joined': 'A colleague has joined',
  'export-ready': 'Their data',
  'staff-digest': 'Digest for staff',
  'staff-role-lost': 'Their staff role has ended, or has fewer rights',
};
export const mailKindOf = (kind: string): string =>
  kindWords[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replace(/[-_]/g, ' ')}`;
