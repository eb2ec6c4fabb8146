import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';

// What only the official client covers and no other test here does.
const { call, actors, bugs } = await openTestApi();
const { connect } = await openSockets(call);

it('the client sends heartbeats, changes its token, joins again, and leaves all of its channels', async () => {
  const person = await actors.signedIn();
  const token = person.headers.authorization?.slice('Bearer '.length);
  const client = connect();
  const beats: string[] = [];
  const beaten = new Promise<void>((resolve) =>
    client.onHeartbeat((status) => {
      beats.push(status);
      if (status === 'ok') resolve();
    }),
  );
  const channel = await joined(client.channel('one'));
  await joined(client.channel('two'));
  await client.sendHeartbeat();
  await beaten;
  expect(beats).toEqual(['sent', 'ok']);
  expect([client.isConnected(), client.connectionState()]).toEqual([true, 'open']);

  await client.setAuth(token);
  channel.updateJoinPayload({ access_token: token });
  expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
  expect(client.getChannels()).toHaveLength(2);
  expect(await channel.unsubscribe()).toBe('ok');
  await joined(client.channel('one'));
  const answers = await client.removeAllChannels();
  expect(answers.every((answer) => answer === 'ok')).toBe(true);
  expect(client.getChannels()).toEqual([]);
  expect(bugs).toEqual([]);
});
