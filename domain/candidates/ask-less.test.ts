import { expect, test } from 'vitest';
import { askLess } from './ask-less.ts';
import { everybody, writeCandidateSearch } from './candidate-search.ts';

const lessThan = (search: Partial<typeof everybody>) =>
  askLess({ ...everybody, ...search }).map((each) =>
    each.map(({ words, search }) => [words, decodeURI(`${writeCandidateSearch(search)}`)]),
  );

test('words are looked for where the filters look, one at a time', () => {
  expect(lessThan({ q: 'cpc' })).toEqual([
    [
      ['“cpc” as a skill or language', 'skill=cpc'],
      ['“cpc” as a certification', 'certification=cpc'],
      ['“cpc” as a place', 'location=cpc&miles=25'],
    ],
    [],
  ]);
  expect(lessThan({ q: 'RHIA tampa' })[0]).toContainEqual([
    '“RHIA” as a certification',
    'q=tampa&certification=RHIA',
  ]);
  const ofYears = lessThan({ q: 'CCS 5+ years of experience epic' });
  expect(ofYears[0]).toContainEqual(['5 years of experience or more', 'q=CCS+epic&from=5']);
  expect(ofYears[1]).toContainEqual(['Only “epic” as a skill or language', 'skill=epic']);
  const [close, far] = lessThan({ q: 'a b c', location: 'x', certification: 'y' });
  expect(close?.slice(1, 4)).toEqual([
    ['Without “a”', 'q=b+c&location=x&certification=y'],
    ['Without “b”', 'q=a+c&location=x&certification=y'],
    ['Without “c”', 'q=a+b&location=x&certification=y'],
  ]);
  expect(far?.slice(0, 3).map(([words]) => words)).toEqual(['Only “a”', 'Only “b”', 'Only “c”']);
});

test('each filter can be dropped', () => {
  const search = { level: 'Lead', skills: ['Epic'], location: 'x', miles: '10', from: '3' };
  expect(lessThan(search)[0]).toEqual([
    ['All levels', 'location=x&miles=10&from=3&skill=Epic'],
    ['Any skills and languages', 'level=Lead&location=x&miles=10&from=3'],
    ['Any place', 'level=Lead&from=3&skill=Epic'],
    ['Any years of experience', 'level=Lead&location=x&miles=10&skill=Epic'],
  ]);
});

test('a whole sentence leads to no more searches than one page may run', () => {
  const words = Array.from({ length: 40 }, (_, at) => `w${at}`);
  const less = lessThan({ q: words.join(' ') }).flat();
  expect(less.length).toBeLessThan(40);
  // The label names only what is dropped.
  expect(less).toContainEqual(['Without “w0”', `q=${words.slice(1).join('+')}`]);
  expect(
    lessThan({ q: 'a a' })
      .flat()
      .map(([words]) => words),
  ).not.toContain('Without “a”');
});
