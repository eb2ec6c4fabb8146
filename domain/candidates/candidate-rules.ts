import { grouped } from '../text/grouped.ts';
import type { TextRule } from '../text/text-rules.ts';
import {
  candidateTexts,
  type ListName,
  listLimits,
  mostHiddenCompanies,
} from './candidate-lists.ts';

/** A company whose people must never see the profile, or one that a member recruits for. */
export const companyText = {
  name: 'The name',
  least: 2,
  most: 100,
  tooShort: 'Enter the name of the company',
} as const satisfies TextRule;

/** A member's note on a candidate. */
export const noteText = { name: 'The note', most: 1000 } as const satisfies TextRule;

/** The largest integer of the database; the specification sets no other limit. */
export const mostYears = 2_147_483_647;

export const candidateSentences = {
  experience_level: 'Choose one of the experience levels',
  years: 'Years of experience must be a number',
  fewestYears: 'Years of experience must be 0 or more',
  mostYears: `Years of experience must be ${grouped(mostYears)} or less`,
} as const;

/** Availability is chosen, not typed, so the usual sentence would not fit. */
export const availabilityText = {
  ...candidateTexts.availability,
  least: 1,
  tooShort: 'Choose your availability',
} as const satisfies TextRule;

export function entryTooLong(list: ListName): string {
  const { longest, noun } = listLimits[list];
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} must be less than ${longest} characters each`;
}

/** Only callers that bypass the form see this: the form tidies entries with `tidyList`. */
export const untidyList = (list: ListName) =>
  `Give each of the ${listLimits[list].noun} once, and without spaces around it`;
export const unseenEntry = (list: ListName) =>
  `One of the ${listLimits[list].noun} has nothing in it that anybody sees`;
export const tooManyHidden = `You can hide your profile from up to ${mostHiddenCompanies} companies`;
