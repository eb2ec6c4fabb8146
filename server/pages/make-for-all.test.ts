import { expect, it } from 'vitest';
import { NoTurn } from '#database/fair-turns.ts';
import { currentScope } from '#database/on-behalf-of.ts';
import { makeForAll } from './make-for-all.ts';

const hog = { key: '198.51.100.1' };
const somebody = { key: '198.51.100.2' };

it('is rendered again in the share of another client who waits, when the first gets no turn', async () => {
  const shares: (string | undefined)[] = [];
  const { made, join } = makeForAll(
    hog,
    async () => {
      const key = currentScope().asker?.key;
      shares.push(key);
      await Promise.resolve();
      if (key === hog.key) throw new NoTurn('own crowd');
      return 'page';
    },
    () => false,
  );
  join(somebody);
  expect(await made).toBe('page');
  expect(shares).toEqual([hog.key, somebody.key]);
});

it('fails for all on a bug, and for one client alone who gets no turn', async () => {
  const fault = makeForAll(
    hog,
    async () => {
      throw new Error('a fault');
    },
    () => false,
  );
  fault.join(somebody);
  await expect(fault.made).rejects.toThrow('a fault');
  const alone = makeForAll(
    hog,
    async () => {
      throw new NoTurn('crowd');
    },
    () => false,
  );
  await expect(alone.made).rejects.toThrow(NoTurn);
});
