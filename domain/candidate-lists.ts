import { lengthOf } from './text-length.ts';

/** What a profile chooses from and how long its lists get: apart from the rules, so that a form can show it first. */
export const experienceLevels = ['Entry', 'Mid', 'Senior', 'Lead', 'Executive'] as const;
export const jobTypeChoices = ['Full-time', 'Part-time', 'Contract', 'Freelance'] as const;
export const availabilityChoices = [
  'Immediately',
  'Within 1 month',
  'Within 3 months',
  'Not actively looking',
] as const;

export const validationErrorTitle = 'Validation Error';
export const limitReachedTitle = 'Limit reached';

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

export const mostHiddenCompanies = 50;
