import { expect, it } from 'vitest';
import { createRecentlyUsed } from './recently-used.ts';

it('keeps what is asked for again and forgets the rest', () => {
  const kept = createRecentlyUsed<object>(2);
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
