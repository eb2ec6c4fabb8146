import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlaceWords } from './place-words.ts';

const nc = { region: 'NC', country: 'US' };

test.each([
  ['Charlotte, NC', { city: 'Charlotte', ...nc }],
  ['Charlotte, NC 28202', { city: 'Charlotte', ...nc }],
  ['Charlotte NC', { city: 'Charlotte', ...nc }],
  ['Charlotte NC 28202', { city: 'Charlotte', ...nc }],
  ['Kansas City MO, USA', { city: 'Kansas City', region: 'MO', country: 'US' }],
  ['Downtown LA', { city: 'Downtown LA' }],
  ['Head of IT', { city: 'Head of IT' }],
  ['Charlotte, North Carolina, USA', { city: 'Charlotte', ...nc }],
  ['Winston-Salem, north carolina', { city: 'Winston-Salem', ...nc }],
  ['St. Paul, MN', { city: 'St. Paul', region: 'MN', country: 'US' }],
  ['NC', nc],
  ['New York, NY', { city: 'New York', region: 'NY', country: 'US' }],
  ['Charlotte', { city: 'Charlotte' }],
  ['Remote', { workplace: 'remote' }],
  ['Remote, US time zones', { workplace: 'remote', country: 'US' }],
  ['Remote (USA)', { workplace: 'remote', country: 'US' }],
  ['Fully remote within the United States', { workplace: 'remote', country: 'US' }],
  ['Hybrid: Leeds, United Kingdom', { workplace: 'hybrid', city: 'Leeds', country: 'GB' }],
  ['Durham, NC (hybrid)', { workplace: 'hybrid', city: 'Durham', ...nc }],
  ['On-site, Raleigh, NC', { workplace: 'on-site', city: 'Raleigh', ...nc }],
  ['Toronto, Canada', { city: 'Toronto', country: 'CA' }],
  ['München, Germany', { city: 'München', country: 'DE' }],
  // Ambiguous.
  ['Georgia', {}],
  ['Tbilisi, Georgia', {}],
  ['Atlanta, Georgia, US', { city: 'Atlanta', region: 'GA', country: 'US' }],
  ['Atlanta, GA', { city: 'Atlanta', region: 'GA', country: 'US' }],
  ['Charlotte or Raleigh, NC', nc],
  ['Charlotte, NC / Raleigh, NC', nc],
  ['Anywhere', {}],
  ['', {}],
  [', ,', {}],
  // Two letters are a state only in capitals.
  ['work in or', {}],
])('%s says %o', (text, said) => {
  expect(readPlaceWords(text)).toEqual(said);
});

/** Every character there is. fast-check's own arbitrary for it takes a second and a half to build. */
const unit = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

test('any text can be read, and the result says nothing that was not there', () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 100 }), (text) => {
      const { city } = readPlaceWords(text);
      expect(city === undefined || text.replace(/\s+/g, ' ').includes(city)).toBe(true);
    }),
  );
});
