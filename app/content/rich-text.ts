import { linkShape, readLink } from '#domain/site/rich-links.ts';
import type { Href } from '../pages.ts';

/** Running text as data: paragraphs and lists, with links in them. */
export type Link = { text: string; href: Href };
type Bold = { bold: string };
export type Prose = readonly (string | Link | Bold)[];
export type Block =
  | { kind: 'paragraph'; prose: Prose }
  /** Numbered if `from` is set, otherwise bulleted. */
  | { kind: 'list'; items: readonly Prose[]; from?: number };
export type RichText = readonly Block[];

export function paragraph(...prose: Prose): Block {
  return { kind: 'paragraph', prose };
}

export function bullets(...items: readonly (string | Prose)[]): Block {
  return { kind: 'list', items: items.map(toProse) };
}

export function link(text: string, href: Href): Link {
  return { text, href };
}

function toProse(item: string | Prose): Prose {
  return typeof item === 'string' ? [item] : item;
}

/** Parses what staff typed; domain/site/check-words.ts has checked its links. */
export function readRich(typed: string): RichText {
  return typed
    .split(/\n\s*\n/)
    .flatMap(runsOf)
    .map(({ kind, lines }) => {
      if (kind === 'words') return paragraph(...readProse(lines.join(' ')));
      const items = lines.map((line) => readProse(line.replace(lead, '')));
      if (kind === 'point') return { kind: 'list', items };
      return { kind: 'list', items, from: numberOf(lines[0]) };
    });
}

/** What marks a line as a list item. */
const lead = /^(?:[-*•]|\d{1,3}[.)])\s+/;

type Run = { kind: 'words' | 'point' | 'number'; lines: string[] };

/** Groups the lines into lists and paragraphs. */
function runsOf(part: string): Run[] {
  const lines = part.split('\n').flatMap((line) => line.trim() || []);
  const runs: Run[] = [];
  for (const [place, line] of lines.entries()) {
    const kind = kindOf(line);
    const last = runs.at(-1);
    // A single number is a date or a heading, not a list.
    const isAlone = kind === 'number' && last?.kind !== kind && kindOf(lines[place + 1]) !== kind;
    if (last?.kind === (isAlone ? 'words' : kind) && goesOn(last, line)) last.lines.push(line);
    else runs.push({ kind: isAlone ? 'words' : kind, lines: [line] });
  }
  return runs;
}

/**
 * A list numbers itself, so its lines must count up, or all repeat the first number. Anything else is shown as typed.
 */
function goesOn({ kind, lines }: Run, line: string): boolean {
  if (kind !== 'number') return true;
  const first = numberOf(lines[0]);
  const isNext = numberOf(line) === first + lines.length;
  return isNext || [...lines, line].every((each) => numberOf(each) === first);
}

const numberOf = (line = '') => Number.parseInt(line, 10);

function kindOf(line = ''): Run['kind'] {
  if (!lead.test(line)) return 'words';
  return /^\d/.test(line) ? 'number' : 'point';
}

const linkOrBold = new RegExp(String.raw`(${linkShape}|\*\*[^*]+\*\*)`);

function readProse(text: string): Prose {
  const parts = text.split(linkOrBold);
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const { words, way } = readLink(part) ?? {};
      if (words && way) return link(words, way as Href);
      const [, bold] = /^\*\*([^*]+)\*\*$/.exec(part) ?? [];
      return bold ? { bold } : part;
    });
}

/** The inverse, so that staff start from the released text. */
export function writeRich(text: RichText): string {
  return text
    .map((block) =>
      block.kind === 'paragraph'
        ? writeProse(block.prose)
        : block.items
            .map((item, place) => `${leadAt(block.from, place)} ${writeProse(item)}`)
            .join('\n'),
    )
    .join('\n\n');
}

const leadAt = (from: number | undefined, place: number) =>
  from === undefined ? '-' : `${from + place}.`;

function writeProse(prose: Prose): string {
  return prose
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'bold' in part ? `**${part.bold}**` : `[${part.text}](${part.href})`;
    })
    .join('');
}
