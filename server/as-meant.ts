/**
 * What no page address ends with: a slash, or the punctuation that follows an address copied from a
 * sentence.
 */
const stray = /(?:[/.,;:!)\]'*]|%(?:20|22|3E|E2%80%9[9D]))$/i;
const longest = '%E2%80%9D'.length;

/** Redirects to the address without it. */
export function leadToWhatIsMeant({ pathname, search }: URL): Response | undefined {
  let end = pathname.length;
  // Piece by piece from the end: one pattern for all of them would start over at every character.
  for (;;) {
    const [piece] = stray.exec(pathname.slice(Math.max(0, end - longest), end)) ?? [];
    if (!piece) break;
    end -= piece.length;
  }
  // Exactly one leading slash: a browser reads `//host` as another site.
  const path = `/${pathname.slice(0, end).replace(/^\/+/, '')}`;
  if (path === pathname) return undefined;
  return new Response(null, { status: 308, headers: { location: path + search } });
}
