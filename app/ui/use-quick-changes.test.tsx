import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import { useQuickChanges } from './use-quick-changes.ts';

function useValue() {
  const [value, show] = useState<string | undefined>('');
  return { value, make: useQuickChanges(value, show) };
}

test('quick changes are shown at once, and written in the order in which they were made', async () => {
  const hook = await mountHook(useValue, undefined);
  const written: string[] = [];
  const first = Promise.withResolvers<void>();
  const add = (letter: string, until?: Promise<void>) =>
    hook.now().make(
      (now) => now + letter,
      async () => {
        await until;
        written.push(letter);
      },
    );
  const made = [add('a', first.promise), add('b')];
  await vi.waitFor(() => expect(hook.now().value).toBe('ab'));
  expect(written).toEqual([]);
  first.resolve();
  await Promise.all(made);
  expect(written).toEqual(['a', 'b']);
  expect(hook.now().value).toBe('ab');
});

test('if one of several changes fails, it alone is undone', async () => {
  const hook = await mountHook(useValue, undefined);
  const add = (letter: string, write: () => Promise<void>) =>
    hook.now().make((now) => now + letter, write);
  const made = [
    add('a', async () => {}),
    add('b', () => Promise.reject(new Error('not now'))),
    add('c', async () => {}),
  ];
  await expect(made[1]).rejects.toThrow('not now');
  await Promise.all([made[0], made[2]]);
  await vi.waitFor(() => expect(hook.now().value).toBe('ac'));
});
