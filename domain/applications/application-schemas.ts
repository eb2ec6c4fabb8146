// Used in the browser and by the API: the small build of zod.
import * as z from 'zod/mini';
import { emailPattern } from '../account/email-address.ts';
import { inOneForm, tidy } from '../text/plain-text.ts';
import { isShortEnough } from '../text/text-checks.ts';
import type { TextRule } from '../text/text-rules.ts';
import { visibleText } from '../text/visible-text.ts';
import { applicationTexts } from './applications.ts';

const text = (rule: TextRule, tidied = tidy) =>
  z.string().check(z.overwrite(tidied), isShortEnough(rule));
const optional = (rule: TextRule, tidied = tidy) => z._default(text(rule, tidied), '');

const seenText = z.string().check(z.maxLength(300));
const seenFigure = z.nullable(z.number());
/** The posting as the form's page showed it. */
export const seenPosting = z.object({
  title: seenText,
  company: seenText,
  location: seenText,
  workplace: z.nullable(seenText),
  job_type: seenText,
  salary_range: z.nullable(seenText),
  salary_from: seenFigure,
  salary_to: seenFigure,
  salary_currency: z.nullable(seenText),
  salary_period: z.nullable(seenText),
});

/** What every application has: the answers, keyed by question. */
const common = {
  jobId: z.string().check(z.regex(z.regexes.uuid())),
  name: visibleText(applicationTexts.name, inOneForm),
  phone: optional(applicationTexts.phone),
  place: optional(applicationTexts.place, inOneForm),
  note: optional(applicationTexts.note),
  answers: z._default(
    z
      .record(z.string().check(z.maxLength(400)), text(applicationTexts.answer))
      .check(z.refine((answers) => Object.keys(answers).length <= 10)),
    {},
  ),
  /** The posting as the page showed it: if it has changed since, nothing is sent. */
  seen: z.optional(seenPosting),
};

export const ownApplicationSchema = z.object({
  ...common,
  withProfile: z.boolean(),
  withResume: z.boolean(),
  /** The profile and the resume as the page showed them: if they are no longer there, nothing is sent. */
  seenProfile: z.optional(z.literal(true)),
  seenResume: z.optional(z.string().check(z.regex(z.regexes.uuid()))),
});

export const guestApplicationSchema = z.object({
  ...common,
  email: z.string('Please enter a valid email').check(
    z.overwrite((value) => tidy(value).trim().toLowerCase()),
    z.regex(emailPattern, 'Please enter a valid email'),
    isShortEnough(applicationTexts.email),
  ),
});
