/**
 * Keeps what was made for a key, between `most` and twice as many. In place of a list by age there
 * are two generations, which costs nearly nothing for keys that never come again.
 */
export function createRecentlyUsed<T>(most: number) {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return {
    get(key: string, make: () => T): T {
      const known = young.get(key);
      if (known !== undefined) return known;
      const item = old.get(key) ?? make();
      if (young.size >= most) {
        old = young;
        young = new Map();
      }
      young.set(key, item);
      return item;
    },
  };
}
