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
  /**
   * Queued by the database if a decided case has more postings than one request handles. `moment` is when they were
   * hidden.
   */
  'case-postings': { caseId: string; moment: string | null };
  // Lists
  /** Queued by the database, with an owner's request to the payment service. */
  'staff-payment-act': { id: string };
  /** Queued by the database once an owner’s cancellation is done. */
  'staff-cancellation-mail': { id: string };
  /** Queued by the database when an owner deletes an account. */
  'staff-deletion-mail': { to: string };
  'count-companies': Nothing;
  'staff-digests': Nothing;
  'staff-digest': { person: string };
  'count-figures': Nothing;
  /** Run by the timetable, at startup, or from the screen, with facts about that request. */
  'check-launch': { seen?: Seen | null };
  'launch-mail': { to: string };
  /** Queued by the database when a legal text is published that people must be told about. */
  'legal-news': { kind: string; version: number };
  /** The same, for fifty people. */
  'legal-letters': { kind: string; version: number; people: string[] };
};
