import type { Href } from '../pages.ts';

/**
 * Running text as data: paragraphs and lists whose words may carry links.
 * Numbers and their units are joined by a real no-break space (U+00A0); content.test.ts keeps watch.
 */
export type Link = { text: string; href: Href };
type Bold = { bold: string };
export type Prose = readonly (string | Link | Bold)[];
export type Block = { kind: 'paragraph'; prose: Prose } | { kind: 'list'; items: readonly Prose[] };
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

/** What staff typed, as text: domain/check-words.ts has looked at its links. */
export function readRich(typed: string): RichText {
  const blocks: Block[] = [];
  for (const part of typed.split(/\n\s*\n/)) {
    for (const run of runsOf(part.trim())) {
      if (run.every(isItem)) {
        blocks.push({ kind: 'list', items: run.map((line) => readProse(line.slice(2).trim())) });
      } else if (run.length > 0) blocks.push(paragraph(...readProse(run.join(' '))));
    }
  }
  return blocks;
}

const isItem = (line: string) => /^[-*•] /.test(line);

/** Lines that belong together: those of a list, or those of a paragraph. */
function runsOf(part: string): string[][] {
  const runs: string[][] = [];
  for (const line of part.split('\n').filter((each) => each.trim() !== '')) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before !== undefined && isItem(before) === isItem(line)) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

function readProse(text: string): Prose {
  const parts = text.split(/(\[[^\]\n]*\]\([^)\s]*\)|\*\*[^*]+\*\*)/);
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, words, way] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(part) ?? [];
      if (words && way) return link(words, way as Href);
      const [, bold] = /^\*\*([^*]+)\*\*$/.exec(part) ?? [];
      return bold ? { bold } : part;
    });
}

/** The same the other way, so that staff go on from what the release says. */
export function writeRich(text: RichText): string {
  return text
    .map((block) =>
      block.kind === 'paragraph'
        ? writeProse(block.prose)
        : block.items.map((item) => `- ${writeProse(item)}`).join('\n'),
    )
    .join('\n\n');
}

function writeProse(prose: Prose): string {
  return prose
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'bold' in part ? `**${part.bold}**` : `[${part.text}](${part.href})`;
    })
    .join('');
}
