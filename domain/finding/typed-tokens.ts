/** A typed word, and where it stood. */
export type Token = {
  /** In lowercase, without the punctuation around it. */
  key: string;
  text: string;
  at: number;
  end: number;
  /** A comma follows: "Paris, TX". */
  hasComma: boolean;
};

export function tokensOf(q: string): Token[] {
  return [...q.matchAll(/[^\s,;]+([,;]?)/g)].map((found) => {
    const text = found[0].replace(/[,;]$/, '');
    return {
      key: text.toLowerCase().replace(/^[("'“”‘’]+|(?<![)"'“”‘’!?.:])[)"'“”‘’!?.:]+$/g, ''),
      text,
      at: found.index,
      end: found.index + text.length,
      hasComma: found[1] !== '',
    };
  });
}

/** How many tokens from here on are these words; 0 if they differ. */
export function wordsAt(tokens: readonly Token[], at: number, phrase: string): number {
  const words = phrase.split(' ');
  return words.every((word, step) => tokens[at + step]?.key === word) ? words.length : 0;
}
