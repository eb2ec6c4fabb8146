/** Caches items by name within a byte limit; the least recently used go first. */
export function createPageMemory<Item extends { bytes: number }>(mostBytes: number) {
  // A Map keeps insertion order.
  const items = new Map<string, Item>();
  let bytes = 0;

  function forget(name: string): void {
    bytes -= items.get(name)?.bytes ?? 0;
    items.delete(name);
  }

  return {
    find(name: string): Item | undefined {
      const item = items.get(name);
      if (!item) return undefined;
      items.delete(name);
      items.set(name, item);
      return item;
    },
    keep(name: string, item: Item): void {
      forget(name);
      items.set(name, item);
      bytes += item.bytes;
      for (const oldest of items.keys()) {
        if (bytes <= mostBytes) break;
        forget(oldest);
      }
    },
    forget,
    clear(): void {
      items.clear();
      bytes = 0;
    },
    get count() {
      return items.size;
    },
    get bytes() {
      return bytes;
    },
  };
}
