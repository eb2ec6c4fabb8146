import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import { attemptOf, readMessageDraft, useMessageDraft } from './message-draft.ts';

test('the same words keep the key they were sent under; other words get a new one', () => {
  const attempt = attemptOf({ text: ' Yes. ' }, 'Yes.');
  expect(attempt.text).toBe('Yes.');
  expect(attemptOf({ text: 'Yes.\n', attempt }, 'Yes.')).toEqual(attempt);
  const other = attemptOf({ text: 'Yes, gladly.', attempt }, 'Yes, gladly.');
  expect(other.text).toBe('Yes, gladly.');
  expect(other.key).not.toBe(attempt.key);
});

test('typed text is kept for thirty days, as the privacy policy says', () => {
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const kept = new Map([
    ['message-draft:me:young', JSON.stringify({ text: 'Yes.', savedAt: dayAgo(29) })],
    ['message-draft:me:old', JSON.stringify({ text: 'Yes.', savedAt: dayAgo(31) })],
    ['message-draft:me:undated', JSON.stringify({ text: 'Yes.' })],
  ]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  });
  expect(readMessageDraft('me', 'young').text).toBe('Yes.');
  expect(readMessageDraft('me', 'undated').text).toBe('Yes.');
  expect(readMessageDraft('me', 'old').text).toBe('');
  expect([...kept.keys()]).toEqual(['message-draft:me:young', 'message-draft:me:undated']);
  vi.unstubAllGlobals();
});

test('what is typed between submitting and sending stays in the field', async () => {
  const hook = await mountHook(() => useMessageDraft('me', 'you'), undefined);
  await act(async () => hook.now().type('Yes'));
  const submitted = hook.now();
  await act(async () => hook.now().type('Yes, gladly.'));
  await act(async () => void submitted.keyFor('Yes, gladly.'));
  expect(hook.now().text).toBe('Yes, gladly.');
});
