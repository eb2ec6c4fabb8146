const longestWord = 300;

/**
 * Caches the answers to repeated questions, such as a client's address or the name of its browser. A full cache is
 * emptied, so that nobody can fill the memory with invented values.
 */
export function remembered<Answer>(
  ask: (word: string) => Answer,
  most = 1_000,
): (word: string) => Answer {
  const known = new Map<string, { answer: Answer }>();
  return (word) => {
    const before = known.get(word);
    if (before) return before.answer;
    const answer = ask(word);
    if (known.size >= most) known.clear();
    if (word.length <= longestWord) known.set(word, { answer });
    return answer;
  };
}
