import { expect, test } from 'vitest';
import { advise } from './password-advice.ts';

test.each([
  ['', 0],
  ['123456', 1],
  ['Password1', 1],
  ['abcdefghijkl', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['tulip7', 1],
  ['tulipford', 2],
  ['tulip-ford', 2],
  ['Tulip-ford-84', 4],
  ['correct horse', 3],
  ['correct horse battery staple', 4],
])('%j is of level %i', (password, level) => {
  expect(advise(password).level).toBe(level);
});

test('one’s own name or address is easy to guess', () => {
  expect(advise('maya.torres', ['Maya Torres', 'maya.torres@people.example']).level).toBe(1);
  expect(advise('torres1984', ['Maya Torres']).level).toBe(1);
  expect(advise('torres keeps seven bees', ['Maya Torres']).level).toBe(4);
});

test('what the site would reject as too short is never called fair', () => {
  expect(advise('tulip-ford', [], 10).level).toBe(2);
  expect(advise('tulip-ford', [], 12)).toEqual({
    level: 1,
    text: 'Too short here: use at least 12 characters.',
  });
});

test('every level has a text', () => {
  for (const password of ['', 'a', 'tulipford', 'correct horse', 'correct horse battery']) {
    expect(advise(password).text).not.toBe('');
  }
});
