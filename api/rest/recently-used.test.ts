import { expect, it } from 'vitest';
import { createRecentlyUsed } from './recently-used.ts';

it('keeps what is used again and forgets the rest', () => {
  const kept = createRecentlyUsed<object>({ items: 2, weight: 100, weigh: () => 1 });
  const made: string[] = [];
  const get = (key: string) =>
    kept.get(key, () => {
      made.push(key);
      return { key };
    });
  const first = get('often');
  for (const key of ['a', 'b', 'often', 'c', 'd', 'often']) get(key);
  expect(get('often')).toBe(first);
  expect(made).toEqual(['often', 'a', 'b', 'c', 'd']);
  get('a');
  expect(made.filter((key) => key === 'a')).toHaveLength(2);
});

it('also forgets when a few items are large', () => {
  const kept = createRecentlyUsed<object>({ items: 100, weight: 10, weigh: (key) => key.length });
  const first = kept.get('a', () => ({}));
  expect(kept.get('a', () => ({}))).toBe(first);
  for (const key of ['eight888', 'eight889', 'a lot more than ten']) kept.get(key, () => ({}));
  expect(kept.get('a', () => ({}))).not.toBe(first);
});
