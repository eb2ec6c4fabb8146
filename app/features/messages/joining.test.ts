import { expect, test } from 'vitest';
import { type Conversation, conversationsPerPage, joinPages } from './conversation.ts';
import { waitAfter } from './use-poll.ts';
import { addNewest, type Message, type Thread } from './use-thread.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const message = (minute: number): Message => ({
  id: `m${minute}`,
  sender_id: 'a',
  body: 'Yes.',
  created_at: at(minute),
});
const conversation = (minute: number) => ({ id: `c${minute}`, lastAt: at(minute) }) as Conversation;
const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

test('a message that became visible late is put in its place', () => {
  const before: Thread = {
    messages: [message(1), message(3)],
    hasEarlier: true,
    news: [],
  };
  const newest = { messages: [1, 2, 3].map(message), hasEarlier: false, news: [] };
  const after = addNewest(before, newest);
  expect(after.messages.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3']);
  expect(after.news.map(({ id }) => id)).toEqual(['m2']);
  expect(after.hasEarlier).toBe(true);
});

test('if more arrived than one page holds, the rest is loaded as earlier messages', () => {
  const before: Thread = {
    messages: [message(1)],
    hasEarlier: false,
    news: [],
  };
  const newest = { messages: range(10, 50).map(message), hasEarlier: true, news: [] };
  const after = addNewest(before, newest);
  expect(after.messages).toHaveLength(50);
  expect(after.hasEarlier).toBe(true);
});

test('a new first page of the list replaces the old one and keeps the pages after it', () => {
  const old = range(1, conversationsPerPage + 5)
    .map(conversation)
    .reverse();
  const now = { conversations: old, hasMore: false };
  const first = [conversation(99), ...old.slice(0, conversationsPerPage - 1)];
  const joined = joinPages(now, { conversations: first, hasMore: true });
  expect(joined.conversations.map(({ id }) => id)).toEqual(['c99', ...old.map(({ id }) => id)]);
  expect(joined.hasMore).toBe(false);
  // Nothing follows the last page, even if it is full.
  const last = { conversations: first, hasMore: false };
  expect(joinPages(now, last)).toEqual(last);
});

test('without news the site is polled every 4 seconds, slowing down to every 20 after some minutes', () => {
  expect([0, 30].map(waitAfter)).toEqual([4_000, 4_000]);
  expect(waitAfter(60)).toBe(8_000);
  expect(waitAfter(10_000)).toBe(20_000);
});
