import { EventEmitter } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { createTurnsOfLarge, largeBodies } from './large-bodies.ts';

const answered = async (request: Request) => new Response(await request.text());
const { port, close } = await listen(answered, '127.0.0.1', 0, {
  door: {
    clientOf: ({ headers }) => String(headers['x-client']),
    // No second one may even wait.
    large: {
      leastBytes: 1_000,
      pause: 1e12,
      turns: { ...largeBodies.turns, atOnce: 10, mostWaitingOfOne: 0 },
    },
  },
});
afterAll(close);

async function send(client: string, bytes: number, path = '/rest/v1/jobs', method = 'POST') {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'x-client': client },
    body: 'x'.repeat(bytes),
  });
  return status;
}

it('a client sends one large body after the other, with a pause, and anything else at any time', async () => {
  expect(await send('one', 1_000)).toBe(200);
  for (const path of ['/rest/v1/jobs', '/functions/v1/report-job', '/jobs']) {
    expect(await send('one', 1_000, path)).toBe(429);
  }
  expect(await send('one', 999)).toBe(200);
  expect(await send('one', 100_000, '/storage/v1/object/avatars/me')).toBe(200);
  expect(await send('another', 1_000)).toBe(200);
  // All networks of one /48 are one client here.
  expect(await send('2001:db8:1:1::/64', 1_000)).toBe(200);
  expect(await send('2001:db8:1:2::/64', 1_000)).toBe(429);
});

it('what has to be parsed is a large body at addresses of files, too', async () => {
  for (const path of ['move', 'copy', 'list/avatars', 'list-v2/avatars', 'sign/avatars']) {
    const address = `/storage/v1/object/${path}`;
    expect([path, await send(path, 1_000, address)]).toEqual([path, 200]);
    expect([path, await send(path, 1_000, address)]).toEqual([path, 429]);
  }
  const address = '/storage/v1/object/avatars';
  expect(await send('remover', 1_000, address, 'DELETE')).toBe(200);
  expect(await send('remover', 1_000, address, 'DELETE')).toBe(429);
  expect(await send('remover', 1_000, `${address}/me`, 'PUT')).toBe(200);
});

it('whoever leaves while waiting takes no turn and no place', async () => {
  const takeTurn = createTurnsOfLarge({
    ...largeBodies,
    pause: 1e9,
    turns: { ...largeBodies.turns, mostWaitingOfOne: 1 },
  });
  const leaving = new EventEmitter();
  expect(await takeTurn('one', 1_048_576, new EventEmitter())).toBeUndefined();
  const waiting = takeTurn('one', 1_048_576, leaving);
  expect(await takeTurn('one', 1_048_576, new EventEmitter())).toBe('own crowd');
  leaving.emit('close');
  expect(await waiting).toBe('left');
});

it('as many wait as there is memory for: a hundred batches of rows, and those of somebody else behind three such clients', async () => {
  const takeTurn = createTurnsOfLarge({ ...largeBodies, pause: 0 });
  const taken = Array.from({ length: 3 }, (_, client) =>
    Array.from({ length: 100 }, () => takeTurn(`${client}`, 100_000, new EventEmitter())),
  );
  const last = takeTurn('somebody', 100_000, new EventEmitter());
  expect(new Set(await Promise.all([...taken.flat(), last]))).toEqual(new Set([undefined]));
});
