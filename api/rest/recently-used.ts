/**
 * Keeps what was made for a key, between `most` and twice as many. In place of a list by age there
 * are two generations, which costs nearly nothing for keys that never come again.
 */
export function createRecentlyUsed<T>(most: number) {
  let young = new Map<string, T>();
  let old = new Map<string, T>();

  function find(key: string): T | undefined {
    const known = young.get(key);
    if (known !== undefined) return known;
    const item = old.get(key);
    if (item !== undefined) keep(key, item);
    return item;
  }

  function keep(key: string, item: T): void {
    if (young.size >= most && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, item);
  }

  return {
    find,
    keep,
    get(key: string, make: () => T): T {
      const known = find(key);
      if (known !== undefined) return known;
      const item = make();
      keep(key, item);
      return item;
    },
    forget(key: string): void {
      young.delete(key);
      old.delete(key);
    },
    forgetAll(): void {
      young.clear();
      old.clear();
    },
  };
}
