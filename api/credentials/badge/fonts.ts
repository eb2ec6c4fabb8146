import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { create, Font } from 'fontkit';

const files = {
  serif: '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff',
  'serif-latin-ext': '@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff',
  'serif-vietnamese': '@fontsource/source-serif-4/files/source-serif-4-vietnamese-600-normal.woff',
  'serif-greek': '@fontsource/source-serif-4/files/source-serif-4-greek-600-normal.woff',
  'serif-cyrillic': '@fontsource/source-serif-4/files/source-serif-4-cyrillic-600-normal.woff',
  text: '@fontsource/figtree/files/figtree-latin-400-normal.woff',
  strong: '@fontsource/figtree/files/figtree-latin-600-normal.woff',
} as const;

export type FontName = keyof typeof files;

export const fontNames = Object.keys(files) as FontName[];

/** Parts of one typeface, in which names are set: a name needs as many as it has scripts. */
export const nameFonts = [
  'serif',
  'serif-latin-ext',
  'serif-vietnamese',
  'serif-greek',
  'serif-cyrillic',
] as const satisfies readonly FontName[];

const bring = createRequire(import.meta.url);
const read = new Map<FontName, Font>();

/**
 * Read on first use and cached: all fonts together are 150 KB. The library that reads them is 2 MB of source, and
 * loaded with the first one: most processes never set a name.
 */
export function openFont(name: FontName): Font {
  const known = read.get(name) ?? readFont(fontFile(name));
  read.set(name, known);
  return known;
}

function readFont(file: Buffer): Font {
  const fontkit: { create: typeof create } = bring('fontkit');
  return fontkit.create(file);
}

export function fontFile(name: FontName): Buffer {
  return readFileSync(bring.resolve(files[name]));
}
