import { expect, test } from 'vitest';
import { candidateSchema } from '#domain/candidates/candidate.ts';
import { newProfile, profileFields } from './profile-values.ts';

test('a new profile has the fields of the rules, in the same order, with their defaults', () => {
  expect(profileFields).toEqual(Object.keys(candidateSchema.shape));
  const defaults = candidateSchema.parse({ headline: 'Coder' });
  expect(newProfile).toEqual({ ...defaults, headline: '', years_experience: '' });
});
