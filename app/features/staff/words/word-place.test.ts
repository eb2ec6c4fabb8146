import { expect, it } from 'vitest';
import type { WordFields } from '#domain/site/word-kinds.ts';
import { nameOfPath } from './word-place.ts';

const fields: WordFields = {
  mission: { label: 'Mission', type: 'line', most: 10 },
  call: { label: 'The call', type: 'group', fields: { at: { label: 'Where', type: 'way' } } },
  questions: {
    label: 'Questions',
    type: 'list',
    itemName: 'Question',
    fields: { answer: { label: 'Its answer', type: 'rich', most: 10 } },
    least: 0,
    most: 9,
  },
};

it.each([
  ['mission', 'Mission'],
  ['call.at', 'The call › Where'],
  ['questions', 'Questions'],
  ['questions.1', 'Questions › Question 2'],
  ['questions.1.answer', 'Questions › Question 2 › Its answer'],
  ['gone', ''],
])('a problem at %s is reported for “%s”', (path, name) => {
  expect(nameOfPath(fields, path)).toBe(name);
});
