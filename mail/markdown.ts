/** A small subset of Markdown: headings, paragraphs, lists, emphasis and links. */
export type Block =
  | { kind: 'heading' | 'paragraph'; spans: Span[] }
  | { kind: 'list'; isNumbered: boolean; items: Span[][] };
export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; spans: Span[] }
  | { kind: 'link'; spans: Span[]; href: string };

/** Says which line the author should change. */
export class MarkdownError extends Error {
  override name = 'MarkdownError';
}

type Line = { number: number; text: string };

const heading = /^#{1,3}\s+/;
const bullet = /^[-*+]\s+/;
const numbered = /^\d+[.)]\s+/;

/** Anything outside the subset is refused, so that nobody receives it half converted. */
export function readMarkdown(source: string): Block[] {
  const lines = source
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((text, index) => ({ number: index + 1, text: text.trim() }));
  for (const line of lines) refuse(line);
  return groupLines(lines).map(readBlock);
}

/** Lines that belong together. A group ends at an empty line or a change of list; a heading is a group by itself. */
function groupLines(lines: Line[]): Line[][] {
  const groups: Line[][] = [];
  let isOpen = false;
  for (const line of lines) {
    if (isOpen && line.text && !startsGroup(line, groups.at(-1) ?? [])) groups.at(-1)?.push(line);
    else if (line.text) groups.push([line]);
    isOpen = line.text !== '' && !heading.test(line.text);
  }
  return groups;
}

function startsGroup({ text }: Line, [first]: Line[]): boolean {
  if (heading.test(text)) return true;
  return [bullet, numbered].some((mark) => mark.test(text) && !mark.test(first?.text ?? ''));
}

function readBlock(lines: Line[]): Block {
  const first = lines[0]?.text ?? '';
  if (heading.test(first)) return { kind: 'heading', spans: readSpans(first.replace(heading, '')) };
  const mark = [bullet, numbered].find((each) => each.test(first));
  if (!mark) return { kind: 'paragraph', spans: readSpans(join(lines.map(({ text }) => text))) };
  const items: string[][] = [];
  for (const { text } of lines) {
    if (mark.test(text)) items.push([text.replace(mark, '')]);
    else items.at(-1)?.push(text);
  }
  const isNumbered = mark === numbered;
  return { kind: 'list', isNumbered, items: items.map((item) => readSpans(join(item))) };
}

/**
 * Each pattern ends at the next mark of its kind or at a length limit: otherwise the rest would be scanned again from
 * every mark.
 */
const marks = new RegExp(
  [
    String.raw`\[(?<label>[^[\]]+)\]\((?<href>[^)\s]+)\)`,
    String.raw`\*\*(?=\S)(?<strong>.{1,2000}?)(?<=\S)\*\*`,
    String.raw`\*(?=\S)(?<emphasis>[^*]+?)(?<=\S)\*`,
    String.raw`(?<!\w)_(?=\S)(?<slanted>[^_]+?)(?<=\S)_(?!\w)`,
    String.raw`(?<address>https?:\/\/[^\s<>()]*[^\s<>().,;:!?])`,
  ].join('|'),
  'g',
);

function readSpans(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    const { label, href, strong, emphasis, slanted, address } = match.groups ?? {};
    if (label && href) spans.push({ kind: 'link', href, spans: readSpans(label) });
    else if (strong) spans.push({ kind: 'strong', spans: readSpans(strong) });
    else if (address)
      spans.push({ kind: 'link', href: address, spans: [{ kind: 'text', text: address }] });
    else spans.push({ kind: 'emphasis', spans: readSpans(emphasis ?? slanted ?? '') });
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) });
  return spans;
}

const refusals: [RegExp, string][] = [
  [/!\[/, 'A picture cannot be sent. Link to a page that shows it.'],
  [/<\/?[a-z!][^<>]*>/i, 'HTML cannot be sent. Use Markdown, and write < as "less than".'],
  [/^(```|~~~|\||>)/, 'Code, tables and quotations cannot be sent. Write a paragraph or a list.'],
  [/^#{4,}\s/, 'Headings have one to three number signs.'],
  [/^(---+|\*\*\*+|===+)$/, 'Lines across cannot be sent. Use a heading.'],
  [
    /\]\((?!https?:\/\/|mailto:)/i,
    'A link must begin with https://, http:// or mailto: and stand whole in its brackets.',
  ],
];

function refuse({ number, text }: Line) {
  for (const [pattern, advice] of refusals) {
    if (pattern.test(text)) throw new MarkdownError(`Line ${number}: ${advice}`);
  }
}

function join(lines: string[]): string {
  return lines.join(' ');
}
