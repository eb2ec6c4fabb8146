import { expect, test } from 'vitest';
import { cutOut } from './cut-out.ts';

test('a message is shown from a little before the word that was looked for', () => {
  const long =
    'Good morning, we spoke last spring about your work on denials, and I kept your résumé.';
  expect(cutOut(long, 'denial')).toEqual({
    before: '… your work on ',
    match: 'denial',
    after: 's, and I kept your résumé.',
  });
  expect(cutOut(long, 'Resume')).toMatchObject({ match: 'résumé', after: '.' });
  // Of a word that goes on and on, an address say, the end is enough.
  expect(cutOut(`See https://site.example/${'a/'.repeat(50)}denial`, 'denial')).toEqual({
    before: '… a/a/a/a/a/a/a/a/a/a/',
    match: 'denial',
    after: '',
  });
  // Only how words begin, and nothing of what a pattern would be.
  expect(cutOut('A misdenial. Denial?', 'denial')).toMatchObject({ match: 'Denial' });
  expect(cutOut('Yes (gladly).', '(.*')).toEqual({ before: 'Yes (gladly).', match: '', after: '' });
  // Where an accent is a letter of its own, places are not the same.
  expect(cutOut('Cafe\u0301, Izmir', 'izmir')).toMatchObject({ match: '' });
});
