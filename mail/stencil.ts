import { randomUUID } from 'node:crypto';
import { plainTextOf } from './plain-text.ts';

/** A mail that is the same for many but for a few words. */
type Stencil = { same: object; marks: Record<string, string>; html: string; text: string };

let last: Stencil | undefined;

/**
 * Writes a mail to one of many: what is the same for all is written once, with a mark in the place of each
 * word that is a receiver's own. The last one is kept, which is the newsletter that is going out.
 */
export async function writeFromStencil(
  same: object,
  own: Record<string, string>,
  write: (marks: Record<string, string>) => Promise<string>,
): Promise<{ html: string; text: string }> {
  if (!last || !isSame(last.same, same)) {
    // Made anew each time, so that no author can have written one.
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

/** A line deep: the parts of a mail are words. */
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

/** As React writes text and attributes. */
function escapeHtml(word: string): string {
  return word.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
