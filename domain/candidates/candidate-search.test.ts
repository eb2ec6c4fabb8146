import { expect, test } from 'vitest';
import {
  countFilters,
  everybody,
  readCandidateSearch,
  toArguments,
  writeCandidateSearch,
} from './candidate-search.ts';

const read = (query: string) => readCandidateSearch(new URLSearchParams(query));

test('an empty address matches everybody, and a search for everybody has an empty address', () => {
  expect(read('')).toEqual(everybody);
  expect(writeCandidateSearch(everybody).toString()).toBe('');
  expect(countFilters(everybody)).toBe(0);
});

test('a search comes back from its address as it was', () => {
  const search = {
    q: 'coder & auditor',
    level: 'Senior',
    skills: ['ICD-10-CM', 'Prompting'],
    mode: 'all' as const,
    location: 'Durham, NC',
    miles: '25',
    certification: 'CIHIS',
    availability: 'Within 1 month',
    verified: 'CIHIS-AI',
    from: '3',
    to: '12',
    sort: 'completeness' as const,
  };
  expect(readCandidateSearch(writeCandidateSearch(search))).toEqual(search);
  expect(countFilters(search)).toBe(6);
});

test('characters that no text can contain, or that nobody sees, are not searched for', () => {
  expect(read('q=%E2%80%8Bco%C2%ADder%00&location=%EF%BB%BFDurham&skill=ICD%E2%80%8B')).toEqual({
    ...everybody,
    q: 'coder',
    location: 'Durham',
    skills: ['ICD'],
  });
  expect([...read(`q=${encodeURIComponent(`x${'😀'.repeat(120)}`)}`).q]).toHaveLength(100);
});

test('invalid values are dropped', () => {
  expect(
    read('level=Boss&availability=Never&from=-1&to=abc&sort=price&mode=both&verified=me'),
  ).toEqual(everybody);
  expect(read('skill=&skill=+A+&skill=a&q=++')).toMatchObject({ skills: ['A'], q: '' });
  expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(100);
});

test('years are sent as numbers, and not at all when they are open', () => {
  expect(toArguments(read('from=0&to=5'))).toMatchObject({ years_from: 0, years_to: 5 });
  expect(toArguments(everybody)).not.toHaveProperty('years_from');
});
