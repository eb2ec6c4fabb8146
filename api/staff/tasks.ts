import type { StaffRole } from '#domain/staff/staff.ts';
import type { Nothing } from '../subject.ts';
import type { Seen } from './launch/judge.ts';

export type CaseMail = 'held' | 'asked' | 'hidden' | 'released';

export type StaffTasks = {
  'staff-invitation': { id: string };
  /** Asked for by the database when an owner ended or lowered a role, which was `before`. */
  'staff-role-mail': { userId: string; before: StaffRole };
  'clean-staff-log': Nothing;
  // People
  'staff-factor-help': { id: string };
  'staff-factors-ended': { userId: string };
  'staff-export': { id: string };
  /** To the person whom a case is about. */
  'review-mail': { caseId: string; kind: CaseMail };
  /** To whoever reported it. */
  'report-mail': { reportId: string };
  /** Asked for by the database, where a decided case is about more postings than a request does. `moment`: when they were hidden. */
  'case-postings': { caseId: string; moment: string | null };
  // Lists
  /** Asked for by the database, with what an owner asks of the payment service. */
  'staff-payment-act': { id: string };
  /** Asked for by the database, once an owner’s cancellation is done. */
  'staff-cancellation-mail': { id: string };
  /** Asked for by the database, with an owner’s deletion of an account. */
  'staff-deletion-mail': { to: string };
  'count-companies': Nothing;
  'staff-digests': Nothing;
  'staff-digest': { person: string };
  'count-figures': Nothing;
  /** By the clock, at a start, or by somebody on the screen, whose request was seen. */
  'check-launch': { seen?: Seen | null };
  'launch-mail': { to: string };
  /** Asked for by the database, when a legal text is published that people are told of. */
  'legal-news': { kind: string; version: number };
  /** The same, for fifty people. */
  'legal-letters': { kind: string; version: number; people: string[] };
};
