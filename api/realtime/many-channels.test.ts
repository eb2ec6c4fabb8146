import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { openSockets } from '#test/support/test-sockets.ts';

const { call, bugs } = await openTestApi();
const { connect } = await openSockets(call);

it('a page with as many channels as it may have joins all and shows itself in each, again after a line that was cut', async () => {
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

/** As the network does it: the client itself offers no way. */
function cutLine(client: ReturnType<typeof connect>) {
  const { socketAdapter } = client as unknown as {
    socketAdapter: { getSocket(): { conn: WebSocket } };
  };
  socketAdapter.getSocket().conn.close(3001, 'cut');
}
