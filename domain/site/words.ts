/** What has been published, by kind; a missing kind stands as released. */
export type Words = Readonly<Record<string, unknown>>;

let read: () => Words | undefined = () => undefined;

/** Called once at startup: where to find the current words. Returns the previous source. Decision 89. */
export function readWordsFrom(source: typeof read): typeof read {
  const before = read;
  read = source;
  return before;
}

/** The current words of a kind. `first` is the release's own. */
export function wordsOf<Values>(kind: string, first: Values): Values {
  // Published words were checked against the same fields before they came here.
  return (read()?.[kind] as Values | undefined) ?? first;
}
