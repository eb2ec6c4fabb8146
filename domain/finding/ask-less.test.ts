import { expect, test } from 'vitest';
import { askLess, type Lesser } from './ask-less.ts';
import { everyJob, type JobFilters } from './job-search.ts';
import { understand } from './typed-words.ts';

const said = ({ search, ...less }: Lesser) => [Object.values(less)[0], search.q];
const lessThan = (search: Partial<JobFilters>) =>
  askLess({ ...everyJob, ...search }, understand(search.q ?? '', []).chips).map((each) =>
    each.map(said),
  );

test.each([
  ['coder', [], []],
  ['jobs', [], []],
  ['coder jobs near me', [], []],
  ['coder coder', [], []],
  [
    'medical coder',
    [
      ['medical', 'coder'],
      ['coder', 'medical'],
    ],
    [],
  ],
  [
    'remote coder jobs in NC',
    [
      ['remote', 'coder in NC'],
      ['coder', 'remote in NC'],
      ['in NC', 'remote coder'],
    ],
    [
      ['remote', 'remote'],
      ['coder', 'coder'],
      ['in NC', 'in NC'],
    ],
  ],
])('“%s” asks for less', (q, close, far) => {
  expect(lessThan({ q })).toEqual([close, far]);
});

test('each filter can be dropped, and the words stay', () => {
  const search = { ...everyJob, q: 'coder', place: 'Nowhere, TX', miles: 25, isVerified: true };
  const [close] = askLess(search, []);
  expect(close).toEqual([
    { any: 'place', search: { ...search, place: '' } },
    { any: 'isVerified', search: { ...search, isVerified: false } },
  ]);
});

test('a whole sentence leads to no more searches than one page may run', () => {
  const words = Array.from({ length: 30 }, (_, at) => `word${at}`);
  const less = lessThan({ q: words.join(' ') }).flat();
  expect(less).toHaveLength(10);
  // The label names only what is dropped.
  expect(less[0]).toEqual(['word0', words.slice(1).join(' ')]);
});
