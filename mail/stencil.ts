import { randomUUID } from 'node:crypto';
import { plainTextOf } from './plain-text.ts';

/** An email that is the same for many recipients except for a few words. */
type Stencil = { same: object; marks: Record<string, string>; html: string; text: string };

let last: Stencil | undefined;

/**
 * Writes an email to one of many recipients: what is the same for all is rendered once, with a mark in place of each
 * personal word. Only the last one is cached, which is the newsletter being sent.
 */
export async function writeFromStencil(
  same: object,
  own: Record<string, string>,
  write: (marks: Record<string, string>) => Promise<string>,
): Promise<{ html: string; text: string }> {
  if (!last || !isSame(last.same, same)) {
    // Random each time, so that no author can have typed one.
    const marks = Object.fromEntries(
      Object.keys(own).map((name) => [name, `https://${randomUUID()}.invalid/`]),
    );
    const html = await write(marks);
    last = { same, marks, html, text: plainTextOf(html) };
  }
  let { html, text } = last;
  for (const [name, mark] of Object.entries(last.marks)) {
    const word = own[name] ?? '';
    html = html.replaceAll(mark, () => escapeHtml(word));
    text = text.replaceAll(mark, () => word);
  }
  return { html, text };
}

/** Shallow: the parts of an email are strings. */
function isSame(one: object, other: object): boolean {
  const [these, those] = [Object.entries(one), new Map(Object.entries(other))];
  return these.length === those.size && these.every(([name, value]) => those.get(name) === value);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Escapes as React does in text and attributes. */
function escapeHtml(word: string): string {
  return word.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
