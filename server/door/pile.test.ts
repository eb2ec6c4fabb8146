import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createPile } from './pile.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

it('bytes that arrive one by one take no more memory than others', () => {
  const pile = createPile();
  const sent = Buffer.from('abcdefghij'.repeat(20_000));
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < sent.length; at += 1) pile.add(sent.subarray(at, at + 1));
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  expect(pile.whole().equals(sent)).toBe(true);
});

it('is empty at first, and keeps what arrived in large pieces', () => {
  const pile = createPile();
  expect(pile.whole()).toHaveLength(0);
  for (const piece of ['one', '', 'two'.repeat(1_000)]) pile.add(Buffer.from(piece));
  expect(String(pile.whole())).toBe(`one${'two'.repeat(1_000)}`);
});
