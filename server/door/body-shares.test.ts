import { expect, it } from 'vitest';
import { createBodyShares } from './body-shares.ts';

const rules = { mostOfOne: 3, bytesOfOne: 10_000, bytesOfAll: 1_000_000, littleOfOne: 2_000 };

it('while all together have too much, a client that holds little is let in', () => {
  const shares = createBodyShares({ ...rules, bytesOfAll: 12_000 });
  const hogs = ['one', 'two'].map((client) => shares.open(client));
  expect(hogs.map((hog) => hog?.weigh(6_000))).toEqual([undefined, undefined]);
  const form = shares.open('three');
  expect(form?.weigh(2_000)).toBeUndefined();
  expect(form?.weigh(1)).toBe('crowd');
  form?.close();
  hogs[0]?.close();
  expect(shares.open('three')?.weigh(6_000)).toBeUndefined();
});

it('the networks of one /48, which may all be one owner’s, have the share of four clients', () => {
  const shares = createBodyShares(rules);
  const bodies = [1, 2, 3, 4, 5].map((n) => shares.open(`2001:db8:1:${n}::/64`));
  const weights = bodies.map((body) => body?.weigh(9_000));
  expect(weights).toEqual([undefined, undefined, undefined, undefined, 'own crowd']);
  expect(shares.open('2001:db8:2:1::/64')?.weigh(9_000)).toBeUndefined();
  // Their neighbour can still sign in.
  const neighbour = shares.open('2001:db8:1:7::/64');
  expect(neighbour?.weigh(2_000)).toBeUndefined();
  neighbour?.close();
  bodies[0]?.close();
  bodies[4]?.close();
  expect(shares.open('2001:db8:1:6::/64')?.weigh(9_000)).toBeUndefined();
});
