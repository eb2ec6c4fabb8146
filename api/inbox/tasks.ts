import type { Nothing } from '../subject.ts';

export type InboxTasks = {
  /** Queued by the database when a posting is over, and by the timetable. */
  'tell-closed': Nothing;
  /** Asked for by the database when a posting with many applications is over, or no longer. */
  'settle-applications': { jobId: string };
  /** Asked for by the database when a posting with thousands of applications is deleted. */
  'remove-posting': { jobId: string };
  'tell-silent': Nothing;
  /** Queues the digests of everybody whose hour it is. */
  'application-digests': Nothing;
  'recruiter-mail': { userId: string };
};
