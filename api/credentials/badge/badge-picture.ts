import type { TypeFacts } from './facts.ts';
import { titleOf } from './facts.ts';
import { drawSeal, type SealFacts, type Shape, sealSize } from './seal.ts';

/** The seal as a separate picture: letters are outlines, so that it looks the same everywhere. */
export function badgeSvg(type: TypeFacts, year: string | undefined): string {
  const facts: SealFacts = { ...type, year };
  const title = year ? `${titleOf(type)}, ${year}` : titleOf(type);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sealSize} ${sealSize}" width="${sealSize}" height="${sealSize}" role="img" aria-label="${escapeXml(title)}"><title>${escapeXml(title)}</title>${drawSeal(facts).map(shapeToSvg).join('')}</svg>`;
}

/** With few colors, so that the file is small. The renderer takes 20 MB of memory, so it is loaded on first use. */
export async function badgePng(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg), { density: 96 })
    .resize(sealSize, sealSize)
    .png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 })
    .toBuffer();
}

export function shapeToSvg({ d, matrix, fill = 'none', stroke, strokeWidth }: Shape): string {
  const attributes = {
    d,
    fill,
    stroke,
    'stroke-width': stroke && strokeWidth,
    transform: matrix && `matrix(${matrix.map((value) => +value.toFixed(4)).join(' ')})`,
  };
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${value}"`);
  return `<path ${written.join(' ')}/>`;
}

export function escapeXml(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');
}
