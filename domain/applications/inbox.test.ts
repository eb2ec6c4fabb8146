import { expect, it } from 'vitest';
import { ownApplicationSchema } from './application-schemas.ts';
import { asQuestion, beginWith, fillTemplate, readInboxFilters } from './inbox.ts';

it('puts names and titles into a template unchanged', () => {
  expect(fillTemplate('Dear {name}, about {job}.', "$'Ana", 'Coder, $$ a week & more')).toBe(
    "Dear $'Ana, about Coder, $$ a week & more.",
  );
});

it('a letter made of two characters becomes one, where names and places are stored and where they are searched', () => {
  const [name, place] = ['Ünal Öz', 'Peñasco'];
  const given = { jobId: crypto.randomUUID(), withProfile: true, withResume: false };
  const typed = { name: name.normalize('NFD'), place: place.normalize('NFD') };
  expect(ownApplicationSchema.parse({ ...given, ...typed })).toMatchObject({ name, place });
  const params = new URLSearchParams({ q: typed.name, place: typed.place });
  expect(asQuestion(undefined, readInboxFilters(params))).toMatchObject({ q: name, near: place });
});

it('a template replaces another template, but nothing that somebody typed', () => {
  expect(beginWith('Dear Ana.', ' \n', '')).toBe('Dear Ana.');
  expect(beginWith('Hello Ana.', 'Dear Ana.', 'Dear Ana.')).toBe('Hello Ana.');
  expect(beginWith('Dear Ana.', 'We met in May.\n', '')).toBe('We met in May.\n\nDear Ana.');
});
