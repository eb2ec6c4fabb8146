import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Renders a part that is the same on many pages for the first of them, and reuses that. */
export type WriteOnce = (name: string, part: ReactNode) => string;

const parts = new Map<string, Buffer>();
/** A limit, because there are many jobs, and anybody can make up an address with its own header. */
const mostBytes = 8_000_000;
let bytes = 0;

/**
 * Renders a whole page, as bytes. React gets a placeholder for each part that is rendered once, and the part's bytes
 * replace it: encoding a long text as bytes costs more than rendering it. Typed text cannot look like a placeholder,
 * because React escapes it. A new version of the published words makes new parts under the same names.
 */
export function writePage(
  draw: (writeOnce: WriteOnce) => ReactNode,
  wordsVersion = '',
): Buffer<ArrayBuffer> {
  const used: Buffer[] = [];
  const html = renderToStaticMarkup(
    draw((name, part) => `<!--part ${used.push(partOf(`${wordsVersion} ${name}`, part)) - 1}-->`),
  );
  // The capture group makes split() return the numbers as well.
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
