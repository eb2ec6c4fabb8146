/**
 * A link in rich text: "[words](way)". Every part has an end, so that the text is not scanned again from each bracket.
 */
export const linkShape = String.raw`\[[^[\]\n]*\]\([^)\s]{0,2000}\)`;

export function linksIn(text: string) {
  return (text.match(new RegExp(linkShape, 'g')) ?? []).flatMap((found) => readLink(found) ?? []);
}

export function readLink(text: string): { words: string; way: string } | undefined {
  const [found, words = '', way = ''] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(text) ?? [];
  return found === undefined ? undefined : { words, way };
}
