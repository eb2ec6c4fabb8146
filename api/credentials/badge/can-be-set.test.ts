import { describe, expect, it } from 'vitest';
import { canBeSet, inFonts } from './can-be-set.ts';

describe('a name on a certificate', () => {
  it('can be set in the scripts that the fonts support', () => {
    for (const name of [
      'Jane Doe',
      'Renée O’Connor-Núñez',
      "D'Angelo St. John Jr.",
      'Łukasz Żółkiewski',
      'Nguyễn Thị Hồng',
      'Dvořák Škvorecká',
      'Γιώργος Παπαδόπουλος',
      'Анна Іваненко',
      // Letters with combining marks are composed.
      'Rene\u0301e',
    ]) {
      expect(canBeSet(name), name).toBe(true);
      expect(inFonts(name).map(({ text }) => text)).toEqual(
        expect.arrayContaining([expect.any(String)]),
      );
      expect(
        inFonts(name)
          .map(({ text }) => text)
          .join(''),
      ).toBe(name.normalize('NFC'));
    }
  });

  it('cannot be set in others, nor with invisible characters', () => {
    for (const name of [
      '',
      '王小明',
      'محمد',
      'דוד',
      'Jane 🎓',
      'Jane\u202eeoD',
      'Jane\u0000',
      'a\nb',
      'x\u0338',
    ]) {
      expect(canBeSet(name), JSON.stringify(name)).toBe(false);
    }
  });

  it('is set in as few pieces as its scripts need', () => {
    expect(inFonts('Jane Doe')).toEqual([{ font: 'serif', text: 'Jane Doe' }]);
    expect(inFonts('Łukasz').map(({ text }) => text)).toEqual(['Ł', 'ukasz']);
  });
});
