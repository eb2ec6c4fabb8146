import { expect, it } from 'vitest';
import { ownApplicationSchema } from './application-schemas.ts';
import { asQuestion, beginWith, fillTemplate, readInboxFilters } from './inbox.ts';

it('puts names and titles into a template as they are', () => {
  expect(fillTemplate('Dear {name}, about {job}.', "$'Ana", 'Coder, $$ a week & more')).toBe(
    "Dear $'Ana, about Coder, $$ a week & more.",
  );
});

it('a letter of two characters is one, where names and places are kept and where they are looked for', () => {
  const [name, place] = ['Ünal Öz', 'Peñasco'];
  const given = { jobId: crypto.randomUUID(), withProfile: true, withResume: false };
  const typed = { name: name.normalize('NFD'), place: place.normalize('NFD') };
  expect(ownApplicationSchema.parse({ ...given, ...typed })).toMatchObject({ name, place });
  const params = new URLSearchParams({ q: typed.name, place: typed.place });
  expect(asQuestion(undefined, readInboxFilters(params))).toMatchObject({ q: name, near: place });
});

it('a template takes away another template, and nothing that somebody wrote', () => {
  expect(beginWith('Dear Ana.', ' \n', '')).toBe('Dear Ana.');
  expect(beginWith('Hello Ana.', 'Dear Ana.', 'Dear Ana.')).toBe('Hello Ana.');
  expect(beginWith('Dear Ana.', 'We met in May.\n', '')).toBe('We met in May.\n\nDear Ana.');
});
