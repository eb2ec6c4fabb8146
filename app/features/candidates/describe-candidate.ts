import type { CandidateRow } from './candidate-row.ts';

export function describeYears(years: number): string {
  if (years === 0) return 'Less than a year of experience';
  return years === 1 ? '1 year of experience' : `${years} years of experience`;
}

/** A choice from the list becomes a sentence; free text stays as it is. */
export function describeAvailability(availability: string): string {
  if (availability === 'Not actively looking') return availability;
  return /^(Immediately|Within )/.test(availability)
    ? `Available ${availability.toLowerCase()}`
    : `Available: ${availability}`;
}

/** "Coding Auditor at Example Health · Durham, NC", as far as known. */
export function joinPlace({
  current_position,
  current_company,
  location,
}: Pick<CandidateRow, 'current_position' | 'current_company' | 'location'>): string {
  const work = [current_position, current_company].filter(Boolean).join(' at ');
  return [work, location].filter(Boolean).join('\u00a0· ');
}
