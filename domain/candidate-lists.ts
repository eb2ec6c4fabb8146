import { lengthOf } from './text-length.ts';
import type { TextRule } from './text-rules.ts';

/* What a profile may hold, and what a person reads when it does not: said here and nowhere else.
   domain/candidate.ts checks it in the browser, and database/render-rules.ts writes it as SQL. Apart from the
   checks, so that a form can show it first. */

export const experienceLevels = ['Entry', 'Mid', 'Senior', 'Lead', 'Executive'] as const;
export const jobTypeChoices = ['Full-time', 'Part-time', 'Contract', 'Freelance'] as const;
export const availabilityChoices = [
  'Immediately',
  'Within 1 month',
  'Within 3 months',
  'Not actively looking',
] as const;

export type ExperienceLevel = (typeof experienceLevels)[number];

export const validationErrorTitle = 'Validation Error';
export const limitReachedTitle = 'Limit reached';

export const candidateTexts = {
  headline: { name: 'Headline', least: 3, most: 150 },
  summary: { name: 'Summary', most: 2000 },
  current_company: { name: 'Current company', most: 100 },
  current_position: { name: 'Current position', most: 100 },
  location: { name: 'Location', most: 100 },
  education: { name: 'Education', most: 1000 },
  salary_expectations: { name: 'Salary expectations', most: 100 },
  availability: { name: 'Availability', least: 1, most: 100, tooShort: 'Choose your availability' },
  linkedin_url: { name: 'The LinkedIn address', most: 500 },
  portfolio_url: { name: 'The portfolio address', most: 500 },
  profile_picture_url: { name: 'The picture address', most: 500 },
} as const satisfies Record<string, TextRule>;

/** A company whose people never see the profile, and one that a member hires for. */
export const companyText = {
  name: 'The name',
  least: 2,
  most: 100,
  tooShort: 'Enter the name of the company',
} as const satisfies TextRule;

/** A member's note on a candidate. */
export const noteText = { name: 'The note', most: 1000 } as const satisfies TextRule;
export const mostHiddenCompanies = 50;
/** The largest integer of the database; the specification names no other limit. */
export const mostYears = 2_147_483_647;

export const candidateSentences = {
  experience_level: 'Choose one of the experience levels',
  years: 'Years of experience must be a number',
  fewestYears: 'Years of experience must be 0 or more',
} as const;

/** Only who goes past the form meets it: the form takes entries as `tidyList` leaves them. */
export const untidyList = (list: ListName) =>
  `Give each of the ${listLimits[list].noun} once, and without spaces around it`;
export const tooManyHidden = `You can hide your profile from up to ${mostHiddenCompanies} companies`;

/** The lists of a profile: how many entries, how long each, and what to say at the limit. */
export const listLimits = {
  skills: { most: 30, longest: 50, noun: 'skills' },
  certifications: { most: 20, longest: 100, noun: 'certifications' },
  languages: { most: 15, longest: 50, noun: 'languages' },
  preferred_job_types: { most: 10, longest: 50, noun: 'job types' },
  preferred_locations: { most: 15, longest: 100, noun: 'locations' },
} as const;

export type ListName = keyof typeof listLimits;

export function limitMessage(list: ListName): string {
  const { most, noun } = listLimits[list];
  return `You can add up to ${most} ${noun}`;
}

export function entryTooLong(list: ListName): string {
  const { longest, noun } = listLimits[list];
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} must be less than ${longest} characters each`;
}

/** Entries trimmed, empty ones ignored, each once. */
export function tidyList(entries: string[]): string[] {
  const seen = new Set<string>();
  return entries
    .map((entry) => entry.trim())
    .filter((entry) => {
      const key = entry.toLowerCase();
      if (entry === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

/** What an entry does to a list: the new list, or why it stays as it is. */
export function addToList(
  list: ListName,
  entries: readonly string[],
  typed: string,
): { entries: string[]; problem?: string } {
  const { most, longest } = listLimits[list];
  const tidy = tidyList([...entries, typed]);
  if (tidy.length === entries.length) return { entries: [...entries] };
  if (tidy.length > most) return { entries: [...entries], problem: limitMessage(list) };
  if (lengthOf(typed.trim()) > longest) {
    return { entries: [...entries], problem: `Use ${longest} characters or fewer` };
  }
  return { entries: tidy };
}
