import { type FontName, nameFonts, openFont } from './fonts.ts';

/** Whether a certificate can show the name: every letter of it is in the fonts. */
export function canBeSet(name: string): boolean {
  const letters = [...name.normalize('NFC')];
  return letters.length > 0 && letters.every((letter) => fontOf(letter) !== undefined);
}

/** A name in pieces, each with the font that has its letters. */
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

/** Fonts have shapes for marks that stand alone, and for what steers and is not seen. */
function has(font: FontName, letter: string): boolean {
  return !/[\p{C}\p{M}\p{Zl}\p{Zp}]/u.test(letter) && hasGlyph(font, letter);
}

function hasGlyph(font: FontName, letter: string): boolean {
  return openFont(font).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}
