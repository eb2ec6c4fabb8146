import { expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { joined, nextBroadcast, openSockets } from '#test/support/test-sockets.ts';

const { call, fetch, bugs, dependencies } = await openTestApi();
const { connect } = await openSockets(call);

it('broadcasts what a client sends without joining', async () => {
  const channel = await joined(connect().channel('news'));
  const said = nextBroadcast(channel, 'single');
  const sender = connect().channel('news');
  expect(await sender.httpSend('single', { n: 2 })).toEqual({ success: true });
  expect(await said).toMatchObject({ event: 'single', payload: { n: 2 } });
});

it('accepts several messages at once', async () => {
  const channel = await joined(connect().channel('batch'));
  const said = nextBroadcast(channel, 'b');
  const response = await fetch('/realtime/v1/api/broadcast', {
    method: 'POST',
    body: JSON.stringify({
      messages: [
        { topic: 'elsewhere', event: 'a', payload: {} },
        { topic: 'batch', event: 'b', payload: { n: 3 } },
      ],
    }),
  });
  expect([response.status, await response.text()]).toEqual([202, '']);
  expect(await said).toEqual({ type: 'broadcast', event: 'b', payload: { n: 3 } });
});

it.each([
  [{}, { messages: ["can't be blank"] }],
  [{ messages: [] }, { messages: ["can't be blank"] }],
  [
    { messages: [{ topic: 'x' }] },
    { messages: [{ event: ["can't be blank"], payload: ["can't be blank"] }] },
  ],
  [
    { messages: [{ topic: 'a\0', event: 'e', payload: {}, private: true }] },
    { messages: [{ topic: ['is invalid'] }] },
  ],
])('refuses %j', async (body, errors) => {
  const response = await fetch('/realtime/v1/api/broadcast', {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect([response.status, await response.json()]).toEqual([422, { errors }]);
});

it('refuses several messages if one is too long', async () => {
  const message = { topic: 'x', event: 'e', payload: {} };
  const long = { ...message, payload: { long: 'x'.repeat(262_144) } };
  const response = await fetch('/realtime/v1/api/broadcast', {
    method: 'POST',
    body: JSON.stringify({ messages: [message, long] }),
  });
  const errors = { messages: [{}, { payload: ['Payload size exceeds tenant limit'] }] };
  expect([response.status, await response.json()]).toEqual([422, { errors }]);
});

it.each([
  ['in one request', 101, 'Too many messages to broadcast, please reduce the batch size'],
  ['of one client', 4, 'You have exceeded your rate limit'],
])('refuses too many messages %s', async (_, count, message) => {
  const messagesOfClient = { count: 3, seconds: 600 };
  const strict = createApi({ ...dependencies, realtimeLimits: { messagesOfClient } });
  const response = await strict(
    new Request(`${siteUrl}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: testKeys.publishableKey },
      body: JSON.stringify({
        messages: Array(count).fill({ topic: 'x', event: 'e', payload: {} }),
      }),
    }),
  );
  expect([response.status, await response.json()]).toEqual([429, { message }]);
});

it.each(['%E0%A4%A/events/y', 'x/events/%ff'])(
  'does not find %s, which does not decode to text',
  async (path) => {
    const response = await fetch(`/realtime/v1/api/broadcast/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(404);
  },
);

it('refuses what is nested without limit', async () => {
  const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
  const several = `{"messages":[{"topic":"deep","event":"e","payload":${deep}}]}`;
  for (const [path, body] of [
    ['', several],
    ['/deep/events/e', deep],
  ]) {
    const answer = await fetch(`/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body ?? '',
    });
    expect(answer.status).toBe(400);
  }
});

it('does not accept a single message of another type', async () => {
  const response = await fetch('/realtime/v1/api/broadcast/x/events/y', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ error: 'Unsupported Media Type' });
});

it('refuses a message to a private channel without the right to send there, and drops it in a batch', async () => {
  const [topic, event, payload] = ['hidden', 'e', {}];
  const post = (path: string, body: object) =>
    fetch(`/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const alone = await post('/hidden/events/e?private=true', payload);
  expect([alone.status, await alone.json()]).toEqual([403, { message: 'Unauthorized' }]);
  const several = await post('', { messages: [{ topic, event, payload, private: true }] });
  expect(several.status).toBe(202);
});

it('causes no unexpected errors', () => {
  expect(bugs).toEqual([]);
});
