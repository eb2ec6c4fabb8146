import { expect, it } from 'vitest';
import { beginWith, fillTemplate } from './inbox.ts';

it('puts names and titles into a template as they are', () => {
  expect(fillTemplate('Dear {name}, about {job}.', "$'Ana", 'Coder, $$ a week & more')).toBe(
    "Dear $'Ana, about Coder, $$ a week & more.",
  );
});

it('a template takes away another template, and nothing that somebody wrote', () => {
  expect(beginWith('Dear Ana.', ' \n', '')).toBe('Dear Ana.');
  expect(beginWith('Hello Ana.', 'Dear Ana.', 'Dear Ana.')).toBe('Hello Ana.');
  expect(beginWith('Dear Ana.', 'We met in May.\n', '')).toBe('We met in May.\n\nDear Ana.');
});
