import { expect, test } from 'vitest';
import { cutOut, findWords } from './cut-out.ts';
import { piecesOf } from './pieces-of.ts';

test('a message is shown from shortly before the matching word', () => {
  const long =
    'Good morning, we spoke last spring about your work on denials, and I kept your résumé.';
  expect(cutOut(long, 'denial')).toEqual({
    before: '… your work on ',
    match: 'denial',
    after: 's, and I kept your résumé.',
  });
  expect(cutOut(long, 'Resume')).toMatchObject({ match: 'résumé', after: '.' });
  // For a very long word, an address, say, its end is enough.
  expect(cutOut(`See https://site.example/${'a/'.repeat(50)}denial`, 'denial')).toEqual({
    before: '… a/a/a/a/a/a/a/a/a/a/',
    match: 'denial',
    after: '',
  });
  // Matches only the beginning of words, and never as a pattern.
  expect(cutOut('A misdenial. Denial?', 'denial')).toMatchObject({ match: 'Denial' });
  expect(cutOut('Yes (gladly).', '(.*')).toEqual({ before: 'Yes (gladly).', match: '', after: '' });
  // If an accent is a character of its own, positions shift.
  expect(cutOut('Cafe\u0301, Izmir', 'izmir')).toMatchObject({ match: '' });
});

test('in the open message every match is marked, the longer of two that begin alike', () => {
  const marked = (message: string, sought: string) =>
    piecesOf(message, findWords(message, sought)).map(({ text, isMatch }) =>
      isMatch ? `[${text}]` : text,
    );
  expect(marked('Denials, and the denial of résumés.', 'resume den denial')).toEqual([
    '[Denial]',
    's, and the ',
    '[denial]',
    ' of ',
    '[résumé]',
    's.',
  ]);
  expect(marked('Nothing of it.', 'denial')).toEqual(['Nothing of it.']);
  expect(marked('Nothing of it.', '?')).toEqual(['Nothing of it.']);
});
