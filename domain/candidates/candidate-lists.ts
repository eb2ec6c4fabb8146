import { seen } from '../text/seen.ts';
import { lengthOf } from '../text/text-length.ts';
import type { TextRule } from '../text/text-rules.ts';

/* The limits of a profile live here; candidate-rules.ts has those that only the checks need. candidate.ts checks
   them in the browser, and database/render/render-rules.ts writes them as SQL. Kept apart from the checks so that a
   form can show them before it loads those. */

export const experienceLevels = ['Entry', 'Mid', 'Senior', 'Lead', 'Executive'] as const;
export const jobTypeChoices = ['Full-time', 'Part-time', 'Contract', 'Freelance'] as const;
export const availabilityChoices = [
  'Immediately',
  'Within 1 month',
  'Within 3 months',
  'Not actively looking',
] as const;

export const limitReachedTitle = 'Limit reached';

/** The names are also the labels of the form. */
export const candidateTexts = {
  headline: { name: 'Headline', least: 3, most: 150 },
  summary: { name: 'Summary', most: 2000 },
  current_company: { name: 'Current company', most: 100 },
  current_position: { name: 'Current position', most: 100 },
  location: { name: 'Location', most: 100 },
  education: { name: 'Education', most: 1000 },
  salary_expectations: { name: 'Salary expectations', most: 100 },
  availability: { name: 'Availability', most: 100 },
  linkedin_url: { name: 'LinkedIn URL', most: 500 },
  portfolio_url: { name: 'Portfolio URL', most: 500 },
  profile_picture_url: { name: 'Picture URL', most: 500 },
} as const satisfies Record<string, TextRule>;

export const mostHiddenCompanies = 50;
/** The lists of a profile: how many entries, how long each may be, and what to say at the limit. */
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

/** Trims entries, drops invisible ones and removes duplicates. */
export function tidyList(entries: string[]): string[] {
  const known = new Set<string>();
  return entries
    .map((entry) => entry.trim())
    .filter((entry) => {
      const key = seen(entry).toLowerCase();
      return key !== '' && !known.has(key) && known.add(key);
    });
}

/** Adds an entry to a list: the new list, or why it cannot be added. */
export function addToList(
  list: ListName,
  entries: readonly string[],
  typed: string,
): { entries: string[]; problem?: string } {
  const { most, longest } = listLimits[list];
  const tidy = tidyList([...entries, typed]);
  const same = [...entries];
  if (tidy.length === same.length) return { entries: same };
  if (tidy.length > most) return { entries: same, problem: limitMessage(list) };
  if (lengthOf(typed) > longest) {
    return { entries: same, problem: `Use ${longest} characters or fewer` };
  }
  return { entries: tidy };
}
