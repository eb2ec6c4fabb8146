import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Listening, listen } from '../listen.ts';
import type { DoorOptions } from './door.ts';

const listening: Listening[] = [];
afterEach(async () => {
  for (const { server, close } of listening.splice(0)) {
    server.closeAllConnections();
    await close();
  }
});

async function open(
  answer: Parameters<typeof listen>[0],
  most: { bytesOfOne: number; bytesOfAll: number },
) {
  const clientOf: DoorOptions['clientOf'] = ({ headers }) => String(headers['x-client']);
  const door = { clientOf, unread: { ...most, milliseconds: 20 } };
  const opened = await listen(answer, '127.0.0.1', 0, { door });
  listening.push(opened);
  return opened;
}

const ofOne = { bytesOfOne: 40_000_000, bytesOfAll: 1_000_000_000 };
const ofAll = { bytesOfOne: 1_000_000_000, bytesOfAll: 40_000_000 };

it.each([
  ['one client requests', ofOne, 'one'],
  ['all clients request', ofAll, 'other'],
])('of the responses that %s and do not read, the oldest are cut off', async (_, most, newest) => {
  const text = 'x'.repeat(16_000_000);
  const { server, port } = await open(async () => new Response(text), most);
  const ask = async (client: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-client: ${client}\r\nconnection: close\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  };
  const [first] = [await ask('one'), await ask('one')];
  const last = await ask(newest);
  await expect.poll(() => countConnections(server)).toBe(2);
  expect(await countHeard(last)).toBeGreaterThan(text.length);
  expect(await countHeard(first)).toBeLessThan(text.length);
});

it('unread responses that wait behind another on one connection are cut off with it', async () => {
  const { server, port } = await open(
    async ({ url }) => new Response('x'.repeat(url.endsWith('/first') ? 7_000_000 : 16_000_000)),
    ofOne,
  );
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.pause();
  // The first and the two newest are within the share: only those between them are too much.
  for (const path of ['/first', ...Array(5).fill('/next')]) {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  }
  await expect.poll(() => countConnections(server), { timeout: 10_000 }).toBe(0);
});

const countConnections = (server: Listening['server']) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

async function countHeard(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  await once(socket, 'close');
  return bytes;
}
