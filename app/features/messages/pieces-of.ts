/** The place of a word in the text. */
export type Place = { at: number; end: number };

/** A message in pieces; `isMatch` marks those that matched the search. */
export function piecesOf(message: string, words: readonly Place[]): Piece[] {
  let from = 0;
  const pieces = words.flatMap(({ at, end }): Piece[] => {
    const before = { from, text: message.slice(from, at) };
    from = end;
    return [before, { from: at, text: message.slice(at, end), isMatch: true }];
  });
  return [...pieces, { from, text: message.slice(from) }].filter(({ text }) => text);
}

type Piece = { from: number; text: string; isMatch?: true };
