import type { TextRule } from '../text/text-rules.ts';
import { longestAnswer } from './job-questions.ts';

/** Where an application stands. `unconfirmed`: a guest has not opened the link in the email yet. */
const applicationStates = [
  'unconfirmed',
  'new',
  'review',
  'interview',
  'offer',
  'hired',
  'declined',
  'withdrawn',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** As the applicant sees it. */
export const stateWords: Record<ApplicationState, string> = {
  unconfirmed: 'Not sent yet: confirm it by the link in our email',
  new: 'Sent',
  review: 'In review',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  declined: 'Declined',
  withdrawn: 'Withdrawn by you',
};

/**
 * Nothing shows that anybody has seen it. An answer sent from a list does not open the application, yet whoever sent it
 * has seen it.
 */
export const isUnseen = (application: {
  state: string;
  looked_at: string | null;
  answered_at: string | null;
}) =>
  !application.looked_at &&
  !application.answered_at &&
  ['new', 'withdrawn'].includes(application.state);

/** States in which the application may still succeed. */
export const openStates: readonly ApplicationState[] = ['new', 'review', 'interview', 'offer'];

export const applicationTexts = {
  name: { name: 'Your name', least: 2, most: 100, tooShort: 'Enter your name' },
  email: { name: 'The email', most: 255 },
  phone: { name: 'Phone number', most: 40 },
  place: { name: 'Place', most: 100 },
  note: { name: 'Your note', most: 2_000 },
  answer: { name: 'Each answer', most: longestAnswer },
} as const satisfies Record<string, TextRule>;
