/**
 * Some browsers report pending requests as failed to a page that is being left. Nobody can read an error there any
 * more, and the next page sends its own requests, so nothing is logged either.
 */
export function sayNothingOnceLeft() {
  const { warn, error } = console;
  addEventListener('pagehide', () => Object.assign(console, { warn: () => {}, error: () => {} }));
  // Going back may restore the page as it was.
  addEventListener('pageshow', () => Object.assign(console, { warn, error }));
}
