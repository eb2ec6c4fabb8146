import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { readyFrame } from './ready-frame.ts';

it.each([0, 1, 125, 126, 65_535, 65_536, 300_000])(
  'is what a ws client reads: %i bytes, as text and as binary',
  async (length) => {
    const http = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => http.once('listening', resolve));
    const sockets = new WebSocketServer({ noServer: true });
    http.on('upgrade', (incoming, socket, head) =>
      sockets.handleUpgrade(incoming, socket, head, () => {
        for (const isBinary of [false, true]) {
          const frame = { bytes: Buffer.alloc(length, 'a'), isBinary };
          expect(readyFrame(frame)).toBe(readyFrame(frame));
          socket.write(readyFrame(frame));
        }
      }),
    );
    const { port } = http.address() as AddressInfo;
    const client = new WebSocket(`ws://127.0.0.1:${port}/`);
    const heard: [string, boolean][] = [];
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('message', (data, isBinary) => {
        heard.push([String(data), isBinary]);
        if (heard.length === 2) resolve();
      });
    });
    client.terminate();
    await new Promise((resolve) => http.close(resolve));
    expect(heard).toEqual([
      ['a'.repeat(length), false],
      ['a'.repeat(length), true],
    ]);
  },
);
