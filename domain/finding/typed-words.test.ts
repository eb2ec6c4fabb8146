import { expect, test } from 'vitest';
import { placesToAsk, replaceChip, understand } from './typed-words.ts';

/** What is left in the search box when each chip of these words is removed. */
const withoutEach = (q: string) => understand(q, []).chips.map((chip) => replaceChip(q, chip, ' '));

test.each([
  ['compliance nc', ['nc', 'compliance']],
  ['remote coder not remotely remote', ['coder not remotely remote']],
  [
    'claims editing, part time, NC',
    ['part time, NC', 'claims editing, NC', 'claims editing, part time'],
  ],
  ['$40 an hour coder $40', ['coder $40']],
  ['constructor __proto__ nc', ['constructor __proto__']],
])('removing a chip of “%s” removes exactly its own words', (q, left) => {
  expect(withoutEach(q)).toEqual(left);
});

test('a corrected place goes where the place was understood, not where the same letters come first', () => {
  const q = 'ncaa compliance nc';
  const chip = understand(q, []).chips.find(({ kind }) => kind === 'place');
  expect(chip && replaceChip(q, chip, 'Durham, NC')).toBe('ncaa compliance Durham, NC');
});

test('a ZIP+4 code is the ZIP code of its place', () => {
  const spot = { name: '27701', state: 'NC', latitude: 36, longitude: -78.9, size: 1 };
  const found = [
    { asked: '27701', ...spot, has_postings: false },
    { asked: 'durham', ...spot, name: 'Durham', has_postings: true },
  ];
  for (const q of ['coder 27701-1234', 'coder Durham, NC 27701-1234']) {
    expect(placesToAsk(q)).toContain('27701');
    const { chips, words } = understand(q, found);
    expect(chips).toMatchObject([{ kind: 'place', place: { spot: { name: '27701' } } }]);
    expect(words).toEqual(['coder']);
  }
});

test('property names of every object are ordinary words', () => {
  expect(placesToAsk('constructor, __proto__')).toEqual(['constructor', '__proto__']);
  expect(placesToAsk('clt')).toEqual(['Charlotte']);
  expect(understand('constructor, __proto__', []).words).toEqual(['constructor', '__proto__']);
});

test('a very long word takes no more than linear time', () => {
  const long = `coder${'?'.repeat(200_000)}s`;
  expect(understand(long, []).words).toEqual([long]);
});
