import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Writes a part that is the same on many pages for the first of them, and repeats that. */
export type WriteOnce = (name: string, part: ReactNode) => string;

const parts = new Map<string, Buffer>();
/** Jobs, and the header of an address that somebody makes up. */
const mostBytes = 8_000_000;
let bytes = 0;

/**
 * A page in one go, as bytes. React gets a mark for each part that is written once, and the bytes of the part
 * come in its place: to turn a long text into bytes costs more than to write it. What people type cannot
 * look like a mark, because React escapes it. Words that staff published make other parts of the same name.
 */
export function writePage(
  draw: (writeOnce: WriteOnce) => ReactNode,
  wordsVersion = '',
): Buffer<ArrayBuffer> {
  const used: Buffer[] = [];
  const html = renderToStaticMarkup(
    draw((name, part) => `<!--part ${used.push(partOf(`${wordsVersion} ${name}`, part)) - 1}-->`),
  );
  // Split at what stands in brackets, its numbers come too.
  const pieces = html
    .split(/<!--part (\d+)-->/)
    .map((piece, place) => (place % 2 === 0 ? Buffer.from(piece) : used[Number(piece)]));
  return Buffer.concat([doctype, ...pieces.filter((piece) => piece !== undefined)]);
}

const doctype = Buffer.from('<!DOCTYPE html>');

function partOf(name: string, part: ReactNode): Buffer {
  const known = parts.get(name);
  if (known) return known;
  const html = Buffer.from(renderToStaticMarkup(part));
  const weight = 2 * name.length + html.length;
  if (bytes + weight > mostBytes) {
    parts.clear();
    bytes = 0;
  }
  bytes += weight;
  parts.set(name, html);
  return html;
}
