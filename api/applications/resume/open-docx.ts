import { unzipSync } from 'fflate';
import { mostUnpackedBytes } from '#domain/applications/resume.ts';
import { Refused } from './refused.ts';

const mainType = 'wordprocessingml.document.main+xml';
/** Parts that run, or are files themselves. */
const activeParts =
  /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/|embeddings\/|attachedToolbars\.bin|customUI)/i;
const mostParts = 2_000;

/** The text of a Word document, line by line, after checking that it contains nothing active. */
export function readDocx(bytes: Uint8Array): string {
  const parts = open(bytes);
  requireWord(plain(parts['[Content_Types].xml'] ?? ''));
  for (const [name, xml] of Object.entries(parts)) {
    if (name.endsWith('.rels')) requireInside(plain(xml));
    else requireInert(xml);
  }
  const body = parts[mainPart(plain(parts['_rels/.rels'] ?? ''))];
  if (!body) throw new Refused('broken');
  const heads = Object.entries(parts)
    .filter(([name, xml]) => /^word\/(header|footer)\d*\.xml$/.test(name) && xml.includes('<w:hdr'))
    .map(([, xml]) => xml);
  return [...heads, body].map(linesOf).join('\n');
}

function requireWord(types: string): void {
  if (!types.includes(mainType)) {
    throw new Refused(/macroEnabled/i.test(types) ? 'active' : 'other_kind');
  }
  // Only parts named .xml are checked here, but Word would open parts of these types under any name.
  for (const [said] of types.matchAll(
    /<(?:\w+:)?(?:Override|Default)\b[^>]*\bwordprocessingml\.[^>]*\+xml["'][^>]*>/gi,
  )) {
    if (!/(PartName\s*=\s*["'][^"']*\.|Extension\s*=\s*["'])xml["']/i.test(said)) {
      throw new Refused('broken');
    }
  }
}

/** Fields that start a program, and text included from other files. */
function requireInert(xml: string): void {
  if (/\bDDE(AUTO)?\b\s/i.test(instructionsOf(xml)) || /<([\w-]+:)?altChunk\b/.test(xml)) {
    throw new Refused('active');
  }
}

/** Word calls it document.xml; Word for the web calls it document2.xml. */
function mainPart(relations: string): string {
  const [main] = relations.match(/<(\w+:)?Relationship\b[^>]*\/officeDocument["'][^>]*>/) ?? [];
  return main?.match(/\bTarget\s*=\s*["']\/?([^"']+)/)?.[1] ?? 'word/document.xml';
}

function open(bytes: Uint8Array): Record<string, string> {
  let [unpacked, count] = [0, 0];
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize;
        count += 1;
        if (unpacked > mostUnpackedBytes || count > mostParts) throw new Refused('too_deep');
        if (activeParts.test(name)) throw new Refused('active');
        // The buffer has the declared size, so the contents cannot exceed it.
        return /\.(xml|rels)$/i.test(name);
      },
    });
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, textOf(part)]));
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('broken');
  }
}

/** No embedded files, and no external ones, which would be fetched when the document is opened. */
function requireInside(relations: string): void {
  for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) {
    if (/\/(oleObject|package|vbaProject|aFChunk|control)["']/i.test(relation)) {
      throw new Refused('active');
    }
    if (!/TargetMode\s*=\s*["']External["']/i.test(relation)) continue;
    if (/\/(hyperlink)["']/i.test(relation)) continue;
    // Word records where its own template was.
    if (
      /\/attachedTemplate["']/i.test(relation) &&
      /Target\s*=\s*["']file:\/\/\/[a-z]:/i.test(relation)
    )
      continue;
    if (/\/(image|attachedTemplate|frame|subDocument)["']/i.test(relation)) {
      throw new Refused('active');
    }
  }
}

/** XML is UTF-8, or UTF-16, where every other byte of a tag is zero. */
function textOf(content: Uint8Array): string {
  const [first, second] = content;
  if (first === 0xff || second === 0) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe || first === 0) return new TextDecoder('utf-16be').decode(content);
  return new TextDecoder().decode(content);
}

/** Letters may be written as character references anywhere. */
const plain = (xml: string) =>
  xml.replace(/&(lt|gt|quot|apos|amp|#\d{1,7}|#x[0-9a-fA-F]{1,6});/g, (_, name: string) =>
    decode(name),
  );

/** The instructions of a field, whether it is in one piece or several. */
function instructionsOf(xml: string): string {
  const pieces = xml.matchAll(/<(?:[\w-]+:)?instrText\b[^>]*>([^<]*)/g);
  const whole = xml.matchAll(/\b(?:[\w-]+:)?instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  const texts = [[...pieces].map(([, text]) => text).join('')];
  for (const [, double, single] of whole) texts.push(double ?? single ?? '');
  return `${plain(texts.join(' '))} `;
}

/** One line for each paragraph; table cells are separated. */
function linesOf(xml: string): string {
  const text = xml
    .replace(/<w:(tab|ptab)\b[^>]*\/>/g, '\t')
    .replace(/<w:(br|cr)\b[^>]*\/>/g, '\n')
    .replace(/<\/w:p>/g, '\n')
    .replace(/<w:(instrText|delText)\b[^>]*>[^<]*<\/w:\1>/g, '')
    .replace(/<[^>]*>/g, '');
  return plain(text).replace(/[ \u00a0]+/g, ' ');
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decode(name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? '';
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
