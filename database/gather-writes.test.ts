import { describe, expect, it } from 'vitest';
import { gatherWrites } from './gather-writes.ts';
import { currentScope, onBehalfOf } from './on-behalf-of.ts';

/** Writes that finish when the test says so. */
function openWrites(most?: number) {
  const writes: { items: string[]; end: PromiseWithResolvers<void> }[] = [];
  const askers: unknown[] = [];
  const write = gatherWrites((items: string[]) => {
    const end = Promise.withResolvers<void>();
    writes.push({ items, end });
    askers.push(currentScope().asker);
    return end.promise;
  }, most);
  const rest = () => new Promise((resolve) => setImmediate(resolve));
  return { write, writes, askers, rest };
}

describe('concurrent writes', () => {
  it('go together, and each is answered once it is stored', async () => {
    const { write, writes, rest } = openWrites(2);
    const done: string[] = [];
    const tell = (item: string) => write(item).then(() => done.push(item));
    for (const item of ['a', 'b', 'c']) tell(item);
    await rest();
    expect(writes.map(({ items }) => items)).toEqual([['a', 'b']]);
    expect(done).toEqual([]);
    tell('d');
    writes[0]?.end.resolve();
    await rest();
    expect(writes.map(({ items }) => items)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(done).toEqual(['a', 'b']);
    writes[1]?.end.resolve();
    await rest();
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('fail with those of the same batch, and not with later ones', async () => {
    const { write, writes, rest } = openWrites();
    const outcomes = ['a', 'b'].map((item) =>
      write(item).then(
        () => 'kept',
        (error) => error.message,
      ),
    );
    await rest();
    const later = write('c');
    writes[0]?.end.reject(new Error('away'));
    expect(await Promise.all(outcomes)).toEqual(['away', 'away']);
    await rest();
    writes[1]?.end.resolve();
    await later;
  });

  it('count as the site’s own, so that they do not end with the client who began them', async () => {
    const { write, writes, askers, rest } = openWrites();
    const written = onBehalfOf({ key: 'a client' }, () => write('a'));
    await rest();
    writes[0]?.end.resolve();
    await written;
    expect(askers).toEqual([undefined]);
  });
});
