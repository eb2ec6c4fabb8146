/** The part of fontkit used here: it ships without types. */
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
