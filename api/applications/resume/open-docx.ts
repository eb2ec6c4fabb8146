import { unzipSync } from 'fflate';
import { mostUnpackedBytes } from '#domain/applications/resume.ts';
import { Refused } from './refused.ts';

const mainType = 'wordprocessingml.document.main+xml';
/** Parts that run, or are files of their own. */
const activeParts =
  /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/|embeddings\/|attachedToolbars\.bin|customUI)/i;
const mostParts = 2_000;

/** The text of a Word document, line by line, once nothing active was found in it. */
export function readDocx(bytes: Uint8Array): string {
  const parts = open(bytes);
  const types = textOf(parts['[Content_Types].xml']);
  if (!types.includes(mainType)) {
    throw new Refused(/macroEnabled/i.test(types) ? 'active' : 'other_kind');
  }
  for (const [name, content] of Object.entries(parts)) {
    if (!name.endsWith('.rels')) continue;
    requireInside(textOf(content));
  }
  const body = textOf(parts['word/document.xml']);
  if (!body) throw new Refused('broken');
  const all = Object.entries(parts)
    .filter(([name]) => /^word\/(header|footer)\d*\.xml$/.test(name))
    .map(([, content]) => textOf(content));
  for (const xml of [body, ...all]) {
    // Fields that start a program, and pieces of other files.
    if (/\bDDE(AUTO)?\b\s/.test(instructionsOf(xml)) || /<w:altChunk\b/.test(xml)) {
      throw new Refused('active');
    }
  }
  return [...all.filter((xml) => xml.includes('<w:hdr')), body].map(linesOf).join('\n');
}

function open(bytes: Uint8Array): Record<string, Uint8Array> {
  let [unpacked, count] = [0, 0];
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize;
        count += 1;
        if (unpacked > mostUnpackedBytes || count > mostParts) throw new Refused('too_deep');
        if (activeParts.test(name)) throw new Refused('active');
        // Room is made for the size that is stated, and nothing is written past it.
        return /\.(xml|rels)$/i.test(name);
      },
    });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('broken');
  }
}

/** A template or an object that lies elsewhere would be fetched when the file is opened. */
function requireInside(relations: string): void {
  for (const [relation] of relations.matchAll(/<Relationship\b[^>]*>/g)) {
    if (!/TargetMode\s*=\s*["']External["']/i.test(relation)) continue;
    if (/\/(hyperlink)["']/i.test(relation)) continue;
    // Word notes where its own template lay.
    if (
      /\/attachedTemplate["']/i.test(relation) &&
      /Target\s*=\s*["']file:\/\/\/[a-z]:/i.test(relation)
    )
      continue;
    if (
      /\/image["']/i.test(relation) ||
      /\/(attachedTemplate|oleObject|frame|subDocument)["']/i.test(relation)
    ) {
      throw new Refused('active');
    }
  }
}

function textOf(content: Uint8Array | undefined): string {
  return content ? new TextDecoder().decode(content) : '';
}

function instructionsOf(xml: string): string {
  const texts = xml.matchAll(/<w:instrText\b[^>]*>([^<]*)/g);
  return `${[...texts].map(([, text]) => text).join('')} `;
}

/** One line for each paragraph; cells of a row stand apart. */
function linesOf(xml: string): string {
  return xml
    .replace(/<w:(tab|ptab)\b[^>]*\/>/g, '\t')
    .replace(/<w:(br|cr)\b[^>]*\/>/g, '\n')
    .replace(/<\/w:p>/g, '\n')
    .replace(/<w:(instrText|delText)\b[^>]*>[^<]*<\/w:\1>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|amp|#\d{1,7}|#x[0-9a-fA-F]{1,6});/g, (_, name: string) =>
      decode(name),
    )
    .replace(/[ \u00a0]+/g, ' ');
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decode(name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? '';
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
