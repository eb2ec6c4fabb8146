import { type FontName, nameFonts, openFont } from './fonts.ts';

/** Whether a certificate can show the name: the fonts must have all of its letters. */
export function canBeSet(name: string): boolean {
  const letters = [...name.normalize('NFC')];
  return letters.length > 0 && letters.every((letter) => fontOf(letter) !== undefined);
}

/** Splits a name into pieces, each with the font that has its letters. */
export function inFonts(name: string): { font: FontName; text: string }[] {
  const pieces: { font: FontName; text: string }[] = [];
  for (const letter of name.normalize('NFC')) {
    const font = fontOf(letter) ?? 'serif';
    const last = pieces.at(-1);
    if (last?.font === font) last.text += letter;
    else pieces.push({ font, text: letter });
  }
  return pieces;
}

function fontOf(letter: string): FontName | undefined {
  return nameFonts.find((font) => has(font, letter));
}

/** Fonts also have glyphs for standalone marks and for invisible control characters. */
function has(font: FontName, letter: string): boolean {
  return !/[\p{C}\p{M}\p{Zl}\p{Zp}]/u.test(letter) && hasGlyph(font, letter);
}

function hasGlyph(font: FontName, letter: string): boolean {
  return openFont(font).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}
