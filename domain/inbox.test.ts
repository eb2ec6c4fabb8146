import { expect, it } from 'vitest';
import { fillTemplate } from './inbox.ts';

it('puts names and titles into a template as they are', () => {
  expect(fillTemplate('Dear {name}, about {job}.', "$'Ana", 'Coder, $$ a week & more')).toBe(
    "Dear $'Ana, about Coder, $$ a week & more.",
  );
});
