import { expect, it } from 'vitest';
import { createFairTurns, type FairTurns, NoTurn } from './fair-turns.ts';

const usual = { atOnce: 4, share: 2, mostWaiting: 6, mostWaitingOfOne: 3, patience: 3_600_000 };

it('one asker leaves room for the others, however much it asks', async () => {
  const turns = createFairTurns(usual);
  const hog = askTimes(turns, 'hog', 5);
  await settled();
  expect(hog.begun).toHaveLength(2);
  await turns.take({ key: 'somebody' });
});

it('waiting askers are served round-robin', async () => {
  const turns = createFairTurns({ ...usual, atOnce: 1, share: 1 });
  const end = await turns.take({ key: 'hog' });
  const order: string[] = [];
  const wait = async (key: string) => {
    const done = await turns.take({ key });
    order.push(key);
    done();
  };
  const all = [wait('hog'), wait('hog'), wait('somebody'), wait('another')];
  end();
  await Promise.all(all);
  expect(order.indexOf('somebody')).toBeLessThan(order.lastIndexOf('hog'));
  expect(order.indexOf('another')).toBeLessThan(order.lastIndexOf('hog'));
});

it('a full queue says whose it is', async () => {
  const turns = createFairTurns(usual);
  const hog = askTimes(turns, 'hog', 6);
  await settled();
  expect(hog.refused).toEqual(['own crowd']);
  for (const key of ['b', 'c', 'd', 'e']) askTimes(turns, key, 1);
  const another = askTimes(turns, 'f', 2);
  await settled();
  expect(another.refused).toEqual(['crowd']);
});

it('predicts who would be refused, and refuses nobody else', async () => {
  const turns = createFairTurns(usual);
  const whyNow = (...keys: string[]) => keys.map((key) => turns.refusal(key));
  const hog = askTimes(turns, 'hog', 4);
  expect(whyNow('hog', 'somebody')).toEqual([undefined, undefined]);
  askTimes(turns, 'hog', 1);
  expect(whyNow('hog', 'somebody')).toEqual(['own crowd', undefined]);
  for (const key of ['b', 'c', 'd', 'e']) askTimes(turns, key, 1);
  expect(whyNow('hog', 'b', 'somebody')).toEqual(['own crowd', undefined, undefined]);
  askTimes(turns, 'f', 1);
  expect(whyNow('hog', 'b', 'somebody')).toEqual(['own crowd', 'crowd', 'crowd']);
  await settled();
  hog.begun[0]?.();
  expect(whyNow('hog', 'b', 'somebody')).toEqual([undefined, undefined, undefined]);
});

it('the site itself waits for a connection, but has no share to keep to', async () => {
  const turns = createFairTurns(usual);
  await Promise.all([turns.take(), turns.take(), turns.take(), turns.take()]);
  expect(turns.isCrowded()).toBe(false);
});

it('is crowded while somebody waits and all turns are taken, not while one waits for its own', async () => {
  const turns = createFairTurns(usual);
  askTimes(turns, 'hog', 3);
  expect(turns.isCrowded()).toBe(false);
  askTimes(turns, 'b', 2);
  expect(turns.isCrowded()).toBe(true);
});

it('an asker that leaves while waiting gets no turn', async () => {
  const turns = createFairTurns({ ...usual, atOnce: 1, share: 1 });
  const end = await turns.take({ key: 'a' });
  const leaving = new AbortController();
  const left = turns.take({ key: 'b', signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ cause: 'left' });
  expect(turns.isCrowded()).toBe(false);
  end();
  await turns.take({ key: 'c' });
});

it('nobody waits for ever', async () => {
  const turns = createFairTurns({ ...usual, atOnce: 1, share: 1, patience: 1 });
  await turns.take({ key: 'a' });
  await expect(turns.take({ key: 'a' })).rejects.toMatchObject({ cause: 'own crowd' });
  await expect(turns.take({ key: 'b' })).rejects.toMatchObject({ cause: 'crowd' });
});

function askTimes(turns: FairTurns, key: string, count: number) {
  const begun: (() => void)[] = [];
  const refused: string[] = [];
  for (let each = 0; each < count; each += 1) {
    turns.take({ key }).then(
      (end) => begun.push(end),
      (error) => refused.push(error instanceof NoTurn ? error.cause : String(error)),
    );
  }
  return { begun, refused };
}

/** Until everything that happens by itself has happened. */
async function settled() {
  await new Promise((resolve) => setImmediate(resolve));
}
