import { expect, it } from 'vitest';
import { createUndo } from './undo.ts';

it('a start is undone in reverse, completely and once, and failures are reported', async () => {
  const taken: string[] = [];
  const { push, stop } = createUndo();
  for (const step of ['database', 'words', 'server']) {
    push(async () => {
      taken.push(step);
      if (step === 'words') throw new Error('The words do not stop.');
    });
  }
  const both = await Promise.allSettled([stop(), stop()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(stop()).rejects.toThrow('The words do not stop.');
  expect(taken).toEqual(['server', 'words', 'database']);
});
