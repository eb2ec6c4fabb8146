import { act } from 'react';
import { expect, test } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import type { ListedApplication } from './applications.ts';
import { useRows } from './use-inbox.ts';

test('a list of several pages stays expanded when it is reloaded, and shows the current state', async () => {
  /** In pages of 30, as on the site. */
  let there = Array.from({ length: 70 }, (_, place) => ({
    id: `a${place}`,
    state: 'new',
    applied_at: new Date(Date.UTC(2026, 0, 1) - place * 60_000).toISOString(),
  }));
  let arrives: Promise<void> | undefined;
  const read = async (size = 30, after?: { id: string }) => {
    const from = there.findIndex(({ id }) => id === after?.id) + 1;
    const rows = there.slice(from, from + size) as ListedApplication[];
    const hasMore = there.length > from + size;
    if (after) await arrives;
    return { rows, hasMore };
  };
  const hook = await mountHook(
    ({ version }) => useRows({ key: 'mine', version, isWanted: true, read }),
    { version: 0 },
  );
  const shown = () => {
    const { rows = [], hasMore } = hook.now().list.state.data ?? {};
    return { states: rows.map(({ id, state }) => `${id} ${state}`), hasMore };
  };
  await act(async () => hook.now().more.more());
  expect(shown()).toMatchObject({ states: { length: 60 }, hasMore: true });

  // Two on the second page: a colleague has moved one, and the other was withdrawn and deleted.
  there = there
    .filter(({ id }) => id !== 'a50')
    .map((row) => (row.id === 'a40' ? { ...row, state: 'offer' } : row));
  await hook.render({ version: 1 });
  const { states, hasMore } = shown();
  expect([states.length, hasMore]).toEqual([60, true]);
  expect(states).toContain('a40 offer');
  expect(states).not.toContain('a50 new');

  // By the time that the next page arrives, the last row that it follows has moved on to that page.
  const held = Promise.withResolvers<void>();
  arrives = held.promise;
  await act(async () => void hook.now().more.more());
  there = [{ id: 'newest', state: 'new', applied_at: '' }, ...there];
  await hook.render({ version: 2 });
  await act(async () => held.resolve());
  expect(shown()).toMatchObject({ states: { length: 60 }, hasMore: true });
  await act(async () => hook.now().more.more());
  expect(shown()).toMatchObject({ states: { length: 70 }, hasMore: false });

  there = there.slice(0, 45);
  await hook.render({ version: 3 });
  expect(shown()).toMatchObject({ states: { length: 45 }, hasMore: false });
});
