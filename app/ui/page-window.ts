type Entry = { key: string; page?: number };

/** First, last, and the pages around the current one; an entry without a page is a gap. */
export function pageWindow(page: number, pages: number): Entry[] {
  const shown = new Set([1, page - 1, page, page + 1, pages]);
  const numbers = [...shown].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b);
  const entries: Entry[] = [];
  let before = 0;
  for (const n of numbers) {
    // A gap of one is the page itself: an ellipsis would take the same room.
    if (n - before === 2) entries.push({ key: String(n - 1), page: n - 1 });
    else if (n - before > 2) entries.push({ key: `before-${n}` });
    entries.push({ key: String(n), page: n });
    before = n;
  }
  return entries;
}
