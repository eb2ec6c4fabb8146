import type { Params } from './read-params.ts';
import { refuseMissing } from './refusal.ts';

type Listed = { id: string };

/** One page of a list, newest first, in Stripe's format. */
export function listPage<Item extends Listed>(
  items: Item[],
  params: Params,
  url: string,
  matches: (item: Item) => boolean = () => true,
) {
  const newestFirst = items.filter(matches).reverse();
  const limit = Math.min(Math.max(Number(params.limit ?? 10), 1), 100);
  const after = typeof params.starting_after === 'string' ? params.starting_after : undefined;
  const before = typeof params.ending_before === 'string' ? params.ending_before : undefined;
  const place = (id: string) => {
    const at = newestFirst.findIndex((item) => item.id === id);
    return at < 0 ? refuseMissing('object', id) : at;
  };
  if (before) {
    const end = place(before);
    const start = Math.max(0, end - limit);
    return page(newestFirst.slice(start, end), start > 0, url);
  }
  const start = after ? place(after) + 1 : 0;
  return page(newestFirst.slice(start, start + limit), newestFirst.length > start + limit, url);
}

function page<Item>(data: Item[], hasMore: boolean, url: string) {
  return { object: 'list' as const, data, has_more: hasMore, url };
}
