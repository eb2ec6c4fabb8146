type Bounds<T> = {
  items: number;
  /** If items differ in size: how much, measured by `weigh`, is kept at most. */
  weight?: number;
  weigh?: (key: string, item: T) => number;
};

/**
 * A cache that keeps between the given limits and twice as much. Instead of a list by age it has two generations,
 * which costs almost nothing for keys that never repeat.
 */
export function createRecentlyUsed<T>({
  items,
  weight = Number.POSITIVE_INFINITY,
  weigh = () => 0,
}: Bounds<T>) {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  let carried = 0;

  function find(key: string): T | undefined {
    const known = young.get(key);
    if (known !== undefined) return known;
    const item = old.get(key);
    if (item !== undefined) keep(key, item);
    return item;
  }

  function keep(key: string, item: T): void {
    const added = weigh(key, item);
    const isFull = young.size >= items || carried + added > weight;
    if (isFull && young.size > 0 && !young.has(key)) {
      old = young;
      young = new Map();
      carried = 0;
    }
    carried += added;
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
      carried = 0;
    },
  };
}
