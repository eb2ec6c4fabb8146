import type { Nothing } from '../subject.ts';

export type ApplicationTasks = {
  /** To the applicant, about an event of the application. */
  'application-mail': { applicationId: string; eventId: number };
  /** To a guest: the link that confirms the application. */
  'application-confirm': { applicationId: string };
  /** To the company: an applicant has left, and what it stores about them will be deleted. */
  'application-leaving': { companyId: string; applicationIds: string[] };
  /** The same, to one of its people. */
  'application-leaving-to': ApplicationTasks['application-leaving'] & { to: string };
  /**
   * To an applicant: the company is gone, and the application with it. The payload contains all that is left to say.
   */
  'application-ended': { to: string; title: string; company: string };
  'clean-applications': Nothing;
};
