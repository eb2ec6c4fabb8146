import type { Nothing } from '../subject.ts';

export type ApplicationTasks = {
  /** To the applicant, about something that happened. */
  'application-mail': { applicationId: string; eventId: number };
  /** To a guest: the link that sends the application off. */
  'application-confirm': { applicationId: string };
  /** To the company: an applicant has left, and what it holds of them goes. */
  'application-leaving': { companyId: string; applicationIds: string[] };
  /** The same to one of them. */
  'application-leaving-to': ApplicationTasks['application-leaving'] & { to: string };
  /** To an applicant: the company is gone, and the application with it. All that is left to say is here. */
  'application-ended': { to: string; title: string; company: string };
  'clean-applications': Nothing;
};
