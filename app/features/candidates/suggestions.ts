/** Offered while somebody types; any other text is as good. */
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
