import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = 'docs/decisions/0004-row-level-security-decides.md';

/** For each list's heading, the words that identify files belonging to it. */
const lists = {
  'Where the service role is right': /\basService\b/,
  'What is checked outside SQL, and why':
    /\brole [!=]== '|\brequire(Session|FullSession|Admin|Buyer)\(/,
};

const files = globSync('{api,commands,database,server}/**/*.ts').filter(
  (file) => !/\.test\.ts$|\/fixture\/|^database\/(database|caller)\.ts$/.test(file),
);

function namedUnder(heading: string): string[] {
  const section = readFileSync(page, 'utf8').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const places = section.matchAll(/`((?:api|commands|database|server)\/[^`]*)`/g);
  return [...places].map(([, place = '']) => place);
}

const isAt = (file: string, place: string) =>
  place.endsWith('/') ? file.startsWith(place) : file === place;

const filesWith = (words: RegExp) => files.filter((file) => words.test(readFileSync(file, 'utf8')));

describe.each(Object.entries(lists))('decision 4, “%s”', (heading, words) => {
  const named = namedUnder(heading);

  it('names every file that does it: add it with the reason, or query as the caller', () => {
    const found = filesWith(words);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((file) => !named.some((place) => isAt(file, place)))).toEqual([]);
  });

  it('names nothing that is gone', () => {
    expect(named.filter((place) => !files.some((file) => isAt(file, place)))).toEqual([]);
  });
});

it('the list of the service role names no file that does not use it', () => {
  const heading = 'Where the service role is right';
  const found = filesWith(lists[heading]);
  const needless = (place: string) => !found.some((file) => isAt(file, place));
  expect(namedUnder(heading).filter(needless)).toEqual([]);
});
