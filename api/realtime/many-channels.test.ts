import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { createApi } from '#api/api.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';
import { untilSomebodyWaits } from '#test/support/until-somebody-waits.ts';

const { actors, asAdmin, call, bugs, dependencies } = await openTestApi();
const { connect, port } = await openSockets(call);

it('a page with as many channels as allowed joins all and shows itself in each, again after a disconnect', async () => {
  const client = connect();
  const channels = Array.from({ length: 90 }, (_, n) =>
    client.channel(`room ${n}`, { config: { presence: { key: 'me', enabled: true } } }),
  );
  const told: string[] = [];
  const rounds = [0, 1].map(() => Promise.withResolvers<void>());
  let shown = 0;
  for (const channel of channels) {
    channel.subscribe(async (status) => {
      if (status !== 'SUBSCRIBED') return void told.push(status);
      expect(await channel.track({ at: 'home' })).toBe('ok');
      shown += 1;
      rounds[shown / channels.length - 1]?.resolve();
    });
  }
  await rounds[0]?.promise;
  expect(told).toEqual([]);
  cutLine(client);
  await rounds[1]?.promise;
  expect(bugs).toEqual([]);
});

it('a channel lives long, and keeps nothing of a large join', async () => {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${testKeys.publishableKey}&vsn=2.0.0`,
  );
  await once(socket, 'open');
  let hear = (_: string) => {};
  socket.on('message', (data) => hear(String(data)));
  const join = (n: number) => {
    const wish = { schema: 'public', table: 'jobs', more: 'x'.repeat(500_000) };
    const config = { postgres_changes: [wish] };
    socket.send(JSON.stringify([`${n}`, `${n}`, `realtime:room ${n}`, 'phx_join', { config }]));
    // The last message about a join.
    return new Promise<void>((resolve) => {
      hear = (message) => message.includes('"extension":"postgres_changes"') && resolve();
    });
  };
  await join(0);
  const before = await heapKept();
  for (let n = 1; n <= 20; n += 1) await join(n);
  expect((await heapKept()) - before).toBeLessThan(3_000_000);
  socket.close();
});

it('more private channels than one client may have waiting for the database are joined in turn', async () => {
  const { headers } = await actors.signedIn();
  const token = headers.authorization?.slice('Bearer '.length);
  await asAdmin(async (holder) => {
    await holder.query(
      `create policy "everybody" on realtime.messages for select to authenticated using (true)`,
    );
    await holder.query('begin; lock table auth.sessions in access exclusive mode');
    const all = [connect(token), connect(token)].flatMap((client) =>
      Array.from({ length: 90 }, (_, n) =>
        joined(client.channel(`private ${n}`, { config: { private: true } })),
      ),
    );
    // They begin together.
    await untilSomebodyWaits(holder);
    await holder.query('commit');
    await Promise.all(all);
  });
  expect(bugs).toEqual([]);
});

it('the networks of one /48, which may all be one owner’s, take turns to join together', async () => {
  const joins = { atOnce: 10, share: 1, mostWaiting: 10, mostWaitingOfOne: 1, patience: 60_000 };
  const { realtime } = createApi({ ...dependencies, realtimeLimits: { joins } });
  const answerTo = (client: string) =>
    new Promise<string>((resolve) => {
      realtime.connect({
        version: '1.0.0',
        caller: { role: 'anon', claims: {} },
        client,
        send: ({ bytes }) => resolve(JSON.parse(String(bytes)).payload.status),
        unsent: () => 0,
        close() {},
        cut() {},
        onMessage: (hear) => hear(Buffer.from(join), false),
        onClose() {},
      });
    });
  const join = JSON.stringify({ topic: 'realtime:room', event: 'phx_join', ref: '1', payload: {} });
  const clients = ['a:1', 'a:2', 'a:3', 'b:1'].map((network) => `2001:db8:${network}::/64`);
  expect(await Promise.all(clients.map(answerTo))).toEqual(['ok', 'ok', 'error', 'ok']);
  await realtime.stop();
});

async function heapKept(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let n = 0; n < 5; n += 1) {
    collect();
    await delay(20);
  }
  return process.memoryUsage().heapUsed;
}

/** As the network would: the client itself has no method for it. */
function cutLine(client: ReturnType<typeof connect>) {
  const { socketAdapter } = client as unknown as {
    socketAdapter: { getSocket(): { conn: WebSocket } };
  };
  socketAdapter.getSocket().conn.close(3001, 'cut');
}
