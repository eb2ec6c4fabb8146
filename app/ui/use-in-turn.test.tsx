import { expect, test, vi } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import { useInTurn } from './use-in-turn.ts';

test('tasks run one after the other, and only the last one requested reports that it is the last', async () => {
  const hook = await mountHook(() => useInTurn(), undefined);
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const ask = (name: string, work?: Promise<void>) =>
    hook.now()(async () => {
      begun.push(name);
      await work;
    });
  const answers = [ask('first', first.promise), ask('second')];
  await vi.waitFor(() => expect(begun).toEqual(['first']));
  first.resolve();
  expect(await Promise.all(answers)).toEqual([false, true]);
  expect(begun).toEqual(['first', 'second']);
});

test('a failure is reported to its own caller, and does not block the next task', async () => {
  const hook = await mountHook(() => useInTurn(), undefined);
  const failing = hook.now()(() => Promise.reject(new Error('not now')));
  const next = hook.now()(async () => {});
  await expect(failing).rejects.toThrow('not now');
  expect(await next).toBe(true);
});
