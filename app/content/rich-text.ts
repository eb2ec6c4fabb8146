import type { Href } from '../pages.ts';

/**
 * Running text as data: paragraphs and lists whose words may carry links.
 * Numbers and their units are joined by a real no-break space (U+00A0); content.test.ts keeps watch.
 */
export type Link = { text: string; href: Href };
export type Prose = readonly (string | Link)[];
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
