import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import { usePause } from './use-pause.ts';

const done: string[] = [];

beforeEach(() => {
  done.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Shown = { word: string; isHeld: boolean };
const mount = (shown: Shown) =>
  mountHook(({ word, isHeld }: Shown) => usePause(() => done.push(word), isHeld), shown);
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

test('something is done once, after the pause that follows the last request', async () => {
  const hook = await mount({ word: 'here', isHeld: false });
  hook.now().later(300);
  await pass(200);
  hook.now().later(300);
  await pass(299);
  expect(done).toEqual([]);
  await pass(1);
  await pass(1_000);
  expect(done).toEqual(['here']);
});

test('what is held is done afterwards, for what is shown by then, and only once', async () => {
  const hook = await mount({ word: 'here', isHeld: false });
  hook.now().later(300);
  await hook.render({ word: 'here', isHeld: true });
  await pass(1_000);
  expect(done).toEqual([]);
  await hook.render({ word: 'there', isHeld: false });
  expect(done).toEqual(['there']);
  await hook.render({ word: 'there', isHeld: true });
  await hook.render({ word: 'back', isHeld: false });
  expect(done).toEqual(['there']);
});

test('what was taken back, or is gone from the screen, is not done', async () => {
  const hook = await mount({ word: 'here', isHeld: true });
  hook.now().later(300);
  await pass(300);
  await act(async () => hook.now().cancel());
  await hook.render({ word: 'there', isHeld: false });
  hook.now().later(300);
  await hook.unmount();
  await pass(300);
  expect(done).toEqual([]);
});
