/** As much of fontkit as is used here: it brings no types. */
declare module 'fontkit' {
  type Glyph = { advanceWidth: number; path: { toSVG(): string } };

  export type Font = {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): {
      glyphs: Glyph[];
      positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    };
  };

  export function create(bytes: Buffer): Font;
}
