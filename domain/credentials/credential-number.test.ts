import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  credentialNumberShape,
  makeCredentialNumber,
  readCredentialNumber,
  showCredentialNumber,
} from './credential-number.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const numbers = fc.constant(undefined).map(makeCredentialNumber);
const place = fc.nat({ max: 12 });

const isTaken = (text: string) => readCredentialNumber(text).kind === 'number';

describe('the number of a credential', () => {
  it('is read as it was made, and shown in groups', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(number).toMatch(credentialNumberShape);
        const shown = showCredentialNumber(number);
        expect(shown).toMatch(/^[^-]{4}-[^-]{4}-[^-]{4}-[^-]$/);
        expect(readCredentialNumber(shown)).toEqual({ kind: 'number', number });
      }),
    );
  });

  it('is the same however it is typed', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const ways = [
          number.toLowerCase(),
          ` ${showCredentialNumber(number).replaceAll('-', ' ')} `,
          showCredentialNumber(number).replaceAll('-', '–'),
          number.replaceAll('0', 'o').replaceAll('1', 'l'),
          number.replaceAll('0', 'O').replaceAll('1', 'I'),
          `https://site.test/verify/${showCredentialNumber(number)}?x=1#y`,
        ];
        for (const way of ways) {
          expect(readCredentialNumber(way), way).toEqual({ kind: 'number', number });
        }
      }),
    );
  });

  it('is rejected with any one letter wrong', () => {
    fc.assert(
      fc.property(numbers, place, fc.constantFrom(...alphabet), (number, at, letter) => {
        const wrong = number.slice(0, at) + letter + number.slice(at + 1);
        expect(isTaken(wrong)).toBe(wrong === number);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is rejected with any two letters swapped, whether neighbours or not', () => {
    fc.assert(
      fc.property(numbers, place, place, (number, one, other) => {
        const letters = [...number];
        [letters[one], letters[other]] = [letters[other] ?? '', letters[one] ?? ''];
        const wrong = letters.join('');
        expect(isTaken(wrong)).toBe(wrong === number);
      }),
      { numRuns: 2_000 },
    );
  });

  it('says why it is rejected', () => {
    const number = makeCredentialNumber();
    expect(readCredentialNumber('')).toEqual({ kind: 'length' });
    expect(readCredentialNumber(number.slice(1))).toEqual({ kind: 'length' });
    expect(readCredentialNumber(`${number}0`)).toEqual({ kind: 'length' });
    expect(readCredentialNumber('x'.repeat(1_000_000))).toEqual({ kind: 'length' });
    expect(readCredentialNumber(`U${number.slice(1)}`)).toEqual({ kind: 'letters' });
    expect(readCredentialNumber(`=${number.slice(1)}`)).toEqual({ kind: 'letters' });
    expect(readCredentialNumber('0000000000001')).toEqual({ kind: 'mistyped' });
  });

  it('uses every letter, and no two for the same value', () => {
    const many = Array.from({ length: 4_000 }, makeCredentialNumber);
    expect(new Set(many).size).toBe(many.length);
    expect(new Set(many.join('')).size).toBe(32);
  });
});
