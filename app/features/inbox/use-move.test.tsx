import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import { useMove } from './use-move.ts';

const asked: string[] = [];
const answers: PromiseWithResolvers<{ error: object | null }>[] = [];
vi.mock('#app/ui/toast.ts', () => ({ toast() {} }));
vi.mock('#app/data/open-data.ts', () => ({
  openData: async () => ({
    rpc(_: string, { seen, wanted }: { seen: string; wanted: string }) {
      asked.push(`${seen} ${wanted}`);
      const answer = Promise.withResolvers<{ error: object | null }>();
      answers.push(answer);
      return answer.promise;
    },
  }),
}));

const card = { id: 'a', name: 'Sam' };

/** Moves a card twice without waiting; each move is answered with what is in `errors`. */
async function moveTwice(...errors: (object | null)[]) {
  const shown: string[] = [];
  const again = vi.fn();
  asked.length = 0;
  answers.length = 0;
  const hook = await mountHook(
    () => useMove((id, state) => shown.push(`${id} ${state}`), again),
    undefined,
  );
  const made: Promise<void>[] = [];
  await act(async () => {
    const { move } = hook.now();
    made.push(move({ ...card, state: 'new' }, 'review'));
    made.push(move({ ...card, state: 'review' }, 'offer'));
  });
  for (const [nth, error] of errors.entries()) {
    await vi.waitFor(() => expect(asked).toHaveLength(nth + 1));
    expect(again).not.toHaveBeenCalled();
    await act(async () => answers[nth]?.resolve({ error }));
  }
  await act(() => Promise.all(made));
  return { shown, again };
}

test('of two quick moves of a card the second is sent once the first is kept, which it builds on', async () => {
  const { shown, again } = await moveTwice(null, null);
  expect(asked).toEqual(['new review', 'review offer']);
  expect(shown).toEqual(['a review', 'a offer']);
  // Not in between: what is read then would put the card back.
  expect(again).toHaveBeenCalledOnce();
});

test('if both of them fail, the card is back where it was', async () => {
  const { shown, again } = await moveTwice({ message: 'Away' }, { message: 'Away' });
  expect(asked).toEqual(['new review', 'new offer']);
  expect(shown.at(-1)).toBe('a new');
  expect(again).not.toHaveBeenCalled();
});

test('if only the first fails, the second is kept and stays', async () => {
  const { shown } = await moveTwice({ message: 'Away' }, null);
  expect(shown.at(-1)).toBe('a offer');
});

test('if only the second fails, the card is where the first put it, and the counts are read again', async () => {
  const { shown, again } = await moveTwice(null, { message: 'Away' });
  expect(shown.at(-1)).toBe('a review');
  expect(again).toHaveBeenCalledOnce();
});
