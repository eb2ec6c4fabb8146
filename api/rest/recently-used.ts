type Bounds<T> = { items: number; weight: number; weigh: (key: string, item: T) => number };

/**
 * Keeps what was made for a key, between what the bounds say and twice as much. In place of a list
 * by age there are two generations, which costs nearly nothing for keys that never come again.
 */
export function createRecentlyUsed<T>({ items, weight, weigh }: Bounds<T>) {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  let carried = 0;
  return {
    get(key: string, make: () => T): T {
      const known = young.get(key);
      if (known !== undefined) return known;
      const item = old.get(key) ?? make();
      const added = weigh(key, item);
      if (young.size >= items || (young.size > 0 && carried + added > weight)) {
        old = young;
        young = new Map();
        carried = 0;
      }
      carried += added;
      young.set(key, item);
      return item;
    },
  };
}
