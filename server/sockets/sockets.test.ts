import { once } from 'node:events';
import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { openSockets } from '#test/support/test-sockets.ts';

const { call } = await openTestApi();
const { server, port } = await openSockets(call);

it('a socket that is being accepted while the site stops is told so, and holds nothing open', async () => {
  // While its key is being checked.
  server.once('upgrade', () => call.realtime.stop());
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket`;
  const socket = new WebSocket(`${address}?apikey=${testKeys.publishableKey}&vsn=2.0.0`);
  const [code, reason] = await once(socket, 'close');
  expect([code, String(reason)]).toEqual([1001, 'The server restarts']);
});
