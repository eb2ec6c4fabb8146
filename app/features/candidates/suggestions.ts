/** Suggested while somebody types; any other text is accepted, too. */
export { suggestedCertifications, suggestedSkills } from '#domain/candidates/known-skills.ts';

export const suggestedLanguages = [
  'English',
  'Spanish',
  'Chinese',
  'Tagalog',
  'Vietnamese',
  'French',
  'Arabic',
  'Hindi',
  'Korean',
  'Portuguese',
];
