// Read in the browser and by the API: the small build of zod.
import * as z from 'zod/mini';
import { longestAnswer } from './job-questions.ts';
import { tidy } from './plain-text.ts';
import { isShortEnough, requiredText } from './text-checks.ts';
import type { TextRule } from './text-rules.ts';

/** Where an application stands. `unconfirmed`: a guest has not opened the link of the mail yet. */
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

/** As the applicant reads it. */
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

/** Those in which something may still come of it. */
export const openStates: readonly ApplicationState[] = ['new', 'review', 'interview', 'offer'];

export const applicationTexts = {
  name: { name: 'Your name', least: 2, most: 100, tooShort: 'Enter your name' },
  email: { name: 'The email', most: 255 },
  phone: { name: 'Phone number', most: 40 },
  place: { name: 'Place', most: 100 },
  note: { name: 'Your note', most: 2_000 },
} as const satisfies Record<string, TextRule>;

const optional = (rule: TextRule) =>
  z._default(
    z.string().check(
      z.overwrite((value) => tidy(value).trim()),
      isShortEnough(rule),
    ),
    '',
  );

/** What goes with every application: the answers by their questions. */
const common = {
  jobId: z.string().check(z.regex(z.regexes.uuid())),
  name: requiredText(applicationTexts.name),
  phone: optional(applicationTexts.phone),
  place: optional(applicationTexts.place),
  note: optional(applicationTexts.note),
  answers: z._default(
    z
      .record(z.string().check(z.maxLength(400)), z.string().check(z.maxLength(longestAnswer * 2)))
      .check(z.refine((answers) => Object.keys(answers).length <= 10)),
    {},
  ),
};

export const ownApplicationSchema = z.object({
  ...common,
  withProfile: z.boolean(),
  withResume: z.boolean(),
});

export const guestApplicationSchema = z.object({
  ...common,
  email: z.string('Please enter a valid email').check(
    z.overwrite((value) => tidy(value).trim().toLowerCase()),
    z.regex(z.regexes.email, 'Please enter a valid email'),
    isShortEnough(applicationTexts.email),
  ),
});
