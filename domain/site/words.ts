/** What was published of each kind, by its name; a kind that is missing stands as the release has it. */
export type Words = Readonly<Record<string, unknown>>;

let read: () => Words | undefined = () => undefined;

/** Said once, at the start: where the words of now are found; answers where they were before. Decision 89. */
export function readWordsFrom(source: typeof read): typeof read {
  const before = read;
  read = source;
  return before;
}

/** A kind of words as it stands now. `first` is what the release has. */
export function wordsOf<Values>(kind: string, first: Values): Values {
  // What was published was held against the same fields before it came here.
  return (read()?.[kind] as Values | undefined) ?? first;
}
