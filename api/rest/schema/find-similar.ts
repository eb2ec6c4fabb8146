/** Longer than any name, or a function's names together; comparing takes time that grows with the length. */
const longest = 500;

/**
 * The most similar name, found like PostgREST's suggestions: names are compared by their common n-grams, and the best
 * of those by edit distance.
 */
export function findSimilar(
  names: readonly string[],
  wanted: string,
  least = 0.33,
): string | undefined {
  if (wanted.length > longest) return undefined;
  const word = wanted.toLowerCase();
  const exact = names.find((name) => name.toLowerCase() === word);
  if (exact !== undefined) return exact;
  for (const size of [3, 2]) {
    const asked = ngrams(word, size);
    const ranked = [...new Set(names)]
      .map((name) => ({ name, score: groupSimilarity(asked, ngrams(name.toLowerCase(), size)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 50)
      .map(({ name }) => ({ name, score: editSimilarity(name.toLowerCase(), word) }))
      .sort((a, b) => b.score - a.score);
    if (ranked.length > 0) return ranked.find(({ score }) => score >= least)?.name;
  }
  return undefined;
}

function ngrams(word: string, size: number): Map<string, number> {
  const padded = `-${word.replace(/[^\p{L}\p{N}, ]+/gu, '')}-`.padEnd(size, '-');
  const counts = new Map<string, number>();
  for (let at = 0; at + size <= padded.length; at++) {
    const group = padded.slice(at, at + size);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}

function groupSimilarity(a: Map<string, number>, b: Map<string, number>): number {
  let shared = 0;
  for (const [group, count] of a) shared += count * (b.get(group) ?? 0);
  return shared === 0 ? 0 : shared / (length(a) * length(b));
}

function length(counts: Map<string, number>): number {
  return Math.hypot(...counts.values());
}

/** 1 minus the share of characters that must be changed, added or removed. */
function editSimilarity(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / Math.max(a.length, b.length, 1);
}
