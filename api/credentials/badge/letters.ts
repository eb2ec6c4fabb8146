import { type FontName, openFont } from './fonts.ts';

/** Outlines of letters: `d` in font units, with y pointing up, and their position. */
export type Outline = {
  d: string;
  matrix: readonly [number, number, number, number, number, number];
};

type Words = { font: FontName; size: number; text: string; tracking?: number };

export function widthOf({ font, size, text, tracking = 0 }: Words): number {
  const { unitsPerEm, layout } = fontFor(font);
  const advance = layout(text).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return (advance / unitsPerEm) * size + tracking * Math.max(0, [...text].length - 1);
}

/** Text on a line that starts at a point. */
export function onLine(words: Words, x: number, y: number): Outline[] {
  return set(words).map(({ d, at, scale }) => ({ d, matrix: [scale, 0, 0, -scale, x + at, y] }));
}

/** Text on a circle, centered at the top, or upright at the bottom. */
export function onCircle(
  words: Words,
  { centre, radius, isBelow = false }: { centre: number; radius: number; isBelow?: boolean },
): Outline[] {
  const half = widthOf(words) / 2;
  return set(words).map(({ d, at, advance, scale }) => {
    // Each letter is rotated around its own center.
    const turn = (at + advance / 2 - half) / radius;
    const angle = isBelow ? -turn : turn;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const out = isBelow ? 1 : -1;
    const x = centre + radius * Math.sin(turn) - (advance / 2) * cos;
    const y = centre + out * radius * Math.cos(turn) - (advance / 2) * sin;
    return { d, matrix: [scale * cos, scale * sin, scale * sin, -scale * cos, x, y] };
  });
}

function set({ font, size, text, tracking = 0 }: Words) {
  const { unitsPerEm, layout } = fontFor(font);
  const scale = size / unitsPerEm;
  const { glyphs, positions } = layout(text);
  let at = 0;
  return glyphs.map((glyph, index) => {
    const advance = (positions[index]?.xAdvance ?? 0) * scale;
    const letter = { d: glyph.path.toSVG(), at, advance, scale };
    at += advance + tracking;
    return letter;
  });
}

function fontFor(name: FontName) {
  const font = openFont(name);
  return { unitsPerEm: font.unitsPerEm, layout: (text: string) => font.layout(text) };
}
