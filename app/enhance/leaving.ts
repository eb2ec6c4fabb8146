/**
 * Some browsers tell a page that is being left what became of what it waited for: nothing came. Nobody can read there any more what
 * could not be had, and the next page asks for itself, so the console is told nothing either.
 */
export function sayNothingOnceLeft() {
  const { warn, error } = console;
  addEventListener('pagehide', () => Object.assign(console, { warn: () => {}, error: () => {} }));
  // The way back shows the page as it was left.
  addEventListener('pageshow', () => Object.assign(console, { warn, error }));
}
