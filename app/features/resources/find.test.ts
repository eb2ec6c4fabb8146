import { describe, expect, it } from 'vitest';
import { describeCount, isFound } from './find.ts';

const entry = { type: 'podcasts', text: 'Podcast The auditor asks. Five questions about résumés' };

describe('a search', () => {
  it.each([
    { q: '', type: '' },
    { q: 'AUDITOR', type: '' },
    { q: '  asks   the ', type: 'podcasts' },
    { q: 'resume', type: '' },
    { q: 'audit', type: 'podcasts' },
    { q: 'Podcasts', type: '' },
    { q: '\u200Baud\u00ADitor', type: '' },
  ])('finds an entry with %o', (search) => {
    expect(isFound(entry, search)).toBe(true);
  });

  it.each([
    { q: 'audits', type: '' },
    { q: 'auditor denials', type: '' },
    { q: 'auditor', type: 'articles' },
    { q: '.*', type: '' },
  ])('does not find it with %o', (search) => {
    expect(isFound(entry, search)).toBe(false);
  });

  it.each([
    [9, '9 resources'],
    [2, '2 of 9 resources'],
    [0, 'No resource matches'],
  ])('that finds %i of nine entries says "%s"', (found, words) => {
    expect(describeCount(found, 9)).toBe(words);
  });
});
