import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import { useMove } from './use-move.ts';

const asked: string[] = [];
const answers: PromiseWithResolvers<{ error: null }>[] = [];
vi.mock('#app/data/open-data.ts', () => ({
  openData: async () => ({
    rpc(_: string, { seen, wanted }: { seen: string; wanted: string }) {
      asked.push(`${seen} ${wanted}`);
      const answer = Promise.withResolvers<{ error: null }>();
      answers.push(answer);
      return answer.promise;
    },
  }),
}));

test('of two quick moves of a card the second is sent once the first is kept, which it builds on', async () => {
  const shown: string[] = [];
  const again = vi.fn();
  const hook = await mountHook(
    () => useMove((id, state) => shown.push(`${id} ${state}`), again),
    undefined,
  );
  const card = { id: 'a', name: 'Sam' };
  let made: Promise<void>[] = [];
  await act(async () => {
    const { move } = hook.now();
    made = [move({ ...card, state: 'new' }, 'review'), move({ ...card, state: 'review' }, 'offer')];
  });
  expect(shown).toEqual(['a review', 'a offer']);
  expect(asked).toEqual(['new review']);
  answers[0]?.resolve({ error: null });
  await vi.waitFor(() => expect(asked).toEqual(['new review', 'review offer']));
  answers[1]?.resolve({ error: null });
  await act(() => Promise.all(made));
  expect(shown).toEqual(['a review', 'a offer']);
  expect(again).toHaveBeenCalled();
});
