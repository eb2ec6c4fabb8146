/** What no address of a page ends with: a slash, and what a sentence puts behind an address that somebody copies with it. */
const stray = /(?:[/.,;:!)\]'*]|%(?:20|22|3E|E2%80%9[9D]))$/i;
const longest = '%E2%80%9D'.length;

/** Leads to the address without it. */
export function leadToWhatIsMeant({ pathname, search }: URL): Response | undefined {
  let end = pathname.length;
  // Piece by piece from the end: a pattern for all of them would begin anew at each.
  for (;;) {
    const [piece] = stray.exec(pathname.slice(Math.max(0, end - longest), end)) ?? [];
    if (!piece) break;
    end -= piece.length;
  }
  // One slash at the start: a browser takes `//host` for another site.
  const path = `/${pathname.slice(0, end).replace(/^\/+/, '')}`;
  if (path === pathname) return undefined;
  return new Response(null, { status: 308, headers: { location: path + search } });
}
