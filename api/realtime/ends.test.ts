import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createApi } from '#api/api.ts';
import { type Actor, signToken } from '#test/support/actors.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';

const { call, actors, asAdmin, database, bugs, dependencies } = await openTestApi();
const here = await openSockets(call);
const narrow = await openSockets(
  createApi({
    ...dependencies,
    realtimeLimits: {
      socketsOfClient: 3,
      channelsOfSocket: 2,
      messages: { count: 20, seconds: 1 },
      bytesOfBroadcast: 1_000,
      bytesOfPresence: 100,
      bytesUnread: 100_000,
      presenceCalls: { count: 2, seconds: 60 },
      changesOfChannel: 3,
      changesOfClient: 5,
      bytesUnheard: 10_000,
    },
  }),
  undefined,
  { bytesOfOne: 1_000_000, bytesOfAll: 1_000_000, littleOfOne: 0 },
);

/** What a joined channel receives, and how its socket ends. */
async function watch(token: string | undefined, topic = 'room', sockets = here) {
  const { promise: closed, resolve: noteClose } = Promise.withResolvers<CloseEvent>();
  const transport = class extends globalThis.WebSocket {
    constructor(...opening: ConstructorParameters<typeof globalThis.WebSocket>) {
      super(...opening);
      this.addEventListener('close', noteClose);
    }
  };
  const client = sockets.connect(token, { transport, reconnectAfterMs: () => 1_000_000 });
  const channel = client.channel(topic, { config: { broadcast: { ack: true } } });
  const told = new Promise<object>((resolve) => channel.on('system', {}, resolve));
  await joined(channel);
  return { client, channel, told, closed };
}

/** A channel that follows that many changes of jobs, each with a different filter. */
async function followMany(count: number, filter: string) {
  const client = narrow.connect();
  const channel = client.channel('changes');
  const told = new Promise<object>((resolve) => channel.on('system', {}, resolve));
  for (let n = 0; n < count; n += 1) {
    const wish = { event: '*', schema: 'public', table: 'jobs', filter: `${filter}${n}` } as const;
    channel.on('postgres_changes', wish, () => {});
  }
  try {
    await joined(channel);
  } catch (error) {
    await client.disconnect();
    throw error;
  }
  return { client, told };
}

const tokenOf = ({ headers }: Actor) => headers.authorization?.slice('Bearer '.length);
const claimsOf = ({ caller }: Actor) => caller.claims;

describe('a channel and its socket end', () => {
  const ask = (text: string, person: Actor) =>
    database.asService.query({ text, values: [person.id] });

  it.each([
    ['when the session ends', 'delete from auth.sessions where user_id = $1', 'session has ended'],
    [
      'when the account is banned',
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      'blocked',
    ],
    ['when the account is gone', 'delete from auth.users where id = $1', 'session has ended'],
    [
      'when a second factor is needed',
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      'second step',
    ],
  ])('%s', async (_, text, words) => {
    const person = await actors.signedIn();
    const { told, closed } = await watch(tokenOf(person));
    const other = await watch(tokenOf(await actors.signedIn()));
    await ask(text, person);
    expect(await told).toMatchObject({
      extension: 'system',
      status: 'error',
      channel: 'room',
      message: expect.stringContaining(words),
    });
    expect(await closed).toMatchObject({ code: 1008, reason: expect.stringContaining(words) });
    expect(other.channel.state).toBe('joined');
  });

  it('when the token expires, unless a newer one came before', async () => {
    const person = await actors.signedIn();
    const short = () => signToken(claimsOf(person), { expires: '2s' });
    const renewed = await watch(await short());
    const fresh = await signToken(claimsOf(person), { expires: '1h' });
    renewed.client.accessToken = async () => fresh;
    await renewed.client.setAuth();
    const { told, closed } = await watch(await short());
    expect(await told).toMatchObject({ message: 'Token has expired 0 seconds ago' });
    expect((await closed).code).toBe(1008);
    expect(renewed.channel.state).toBe('joined');
  });

  it('when the newer token is invalid', async () => {
    const { client, told } = await watch(tokenOf(await actors.signedIn()));
    client.accessToken = async () => 'a.b.c';
    await client.setAuth();
    expect(await told).toMatchObject({ message: 'The token provided is not a valid JWT' });
  });
});

describe('until it is known whether a newer token is valid', () => {
  it('nothing is received in its name, however long that takes', async () => {
    const [person, victim] = [await actors.signedIn(), await actors.signedIn()];
    await database.asService.query({
      text: `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      values: [victim.id],
    });
    const client = here.connect(tokenOf(person), { reconnectAfterMs: () => 1_000_000 });
    const channel = client.channel('memberships');
    const said: string[] = [];
    channel.on('system', {}, ({ message }: { message: string }) => said.push(message));
    const heard: string[] = [];
    channel.on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'subscriptions' },
      ({ new: row }) => heard.push(row.user_id),
    );
    await joined(channel);
    await expect.poll(() => said).toEqual(['Subscribed to PostgreSQL']);
    const subscribe = ({ id }: { id: string }) =>
      database.asService.query({
        text: `insert into public.subscriptions (user_id, status) values ($1, 'active')`,
        values: [id],
      });
    await asAdmin(async (holder) => {
      await holder.query('begin; lock table auth.sessions in access exclusive mode');
      // With the password only.
      client.accessToken = async () => tokenOf(victim) ?? '';
      await client.setAuth();
      const asked = 'select from pg_locks where relation = $1::regclass and not granted';
      await expect
        .poll(async () => (await holder.query(asked, ['auth.sessions'])).rowCount)
        .toBeGreaterThan(0);
      await subscribe(victim);
      await subscribe(person);
      await expect.poll(() => heard).toContain(person.id);
      await holder.query('rollback');
    });
    expect(heard).toEqual([person.id]);
    await expect.poll(() => said.at(-1)).toContain('second step');
    await client.disconnect();
  });
});

describe('limits', () => {
  it('on channels', async () => {
    const { client } = await watch(undefined, 'one', narrow);
    await joined(client.channel('two'));
    await expect(joined(client.channel('three'))).rejects.toThrow(
      'ChannelRateLimitReached: Too many channels',
    );
    await client.disconnect();
  });

  it('on sockets', async () => {
    const many = await Promise.all([1, 2, 3].map(() => watch(undefined, 'room', narrow)));
    const one = new WebSocket(
      `ws://127.0.0.1:${narrow.port}/realtime/v1/websocket?apikey=${testKeys.publishableKey}`,
    );
    const reason = await new Promise((resolve) =>
      one.on('close', (code, said) => resolve(`${code} ${said}`)),
    );
    expect(reason).toBe('1013 There are too many sockets of one client');
    await Promise.all(many.map(({ client }) => client.disconnect()));
  });

  it.each([
    ['of a process', { socketsOfProcess: 0 }, 0, '1013 There are too many sockets'],
    ['that say nothing', { silence: 200 }, 0, '1001 Nothing was heard'],
    ['that join in quick succession', { joinsPerSecond: 1 }, 20, '1008 Too many joins per second'],
  ])('on sockets %s', async (_, realtimeLimits, joins, reason) => {
    const { port, stop } = await openSockets(createApi({ ...dependencies, realtimeLimits }));
    const socket = new WebSocket(
      `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${testKeys.publishableKey}&vsn=2.0.0`,
    );
    const closed = new Promise((resolve) =>
      socket.on('close', (code, said) => resolve(`${code} ${said}`)),
    );
    socket.on('open', () => {
      for (let n = 0; n < joins; n += 1) {
        socket.send(JSON.stringify(['1', `${n}`, `realtime:room ${n}`, 'phx_join', {}]));
      }
    });
    expect(await closed).toBe(reason);
    await stop();
  });

  it('on the channels in which a client shows itself', async () => {
    const few = await openSockets(
      createApi({ ...dependencies, realtimeLimits: { presencesOfClient: 1 } }),
    );
    const [one, other] = [await watch(undefined, 'one', few), await watch(undefined, 'two', few)];
    expect(await one.channel.track({ n: 1 })).toBe('ok');
    other.channel.track({ n: 1 });
    expect(await other.told).toMatchObject({ message: 'Too many presence messages per second' });
    await Promise.all([one, other].map(({ client }) => client.disconnect()));
  });

  it('on the size of a broadcast', async () => {
    const { client, channel } = await watch(undefined, 'room', narrow);
    const payload = { text: 'x'.repeat(2_000) };
    expect(await channel.send({ type: 'broadcast', event: 'x', payload })).toBe('error');
    await client.disconnect();
  });

  it('on what somebody shows, and how often', async () => {
    const large = await watch(undefined, 'room', narrow);
    large.channel.track({ text: 'x'.repeat(200) });
    expect(await large.told).toMatchObject({ message: 'Track message size exceeded' });
    await large.client.disconnect();
    const often = await watch(undefined, 'room', narrow);
    for (const n of [1, 2, 3]) often.channel.track({ n });
    expect(await often.told).toMatchObject({ message: 'Client presence rate limit exceeded' });
    await often.client.disconnect();
  });

  it('on messages per second', async () => {
    const { client, channel, told, closed } = await watch(undefined, 'room', narrow);
    for (let n = 0; n < 30; n += 1) channel.send({ type: 'broadcast', event: 'x', payload: {} });
    expect(await told).toMatchObject({ message: 'Too many messages per second' });
    expect((await closed).code).toBe(1008);
    await client.disconnect();
  });

  it('on bytes per second, over all sockets of a network, but not for a client that sends little', async () => {
    async function sendTogether(littleOfClient: number) {
      const limits = { bytesOfClient: { count: 5_000, seconds: 600 }, littleOfClient };
      const light = await openSockets(createApi({ ...dependencies, realtimeLimits: limits }));
      const both = [
        await watch(undefined, 'room', light),
        await watch(undefined, 'room', light),
      ] as const;
      for (const { channel } of both) {
        channel.send({ type: 'broadcast', event: 'x', payload: { text: 'x'.repeat(3_000) } });
      }
      return both;
    }
    const much = await sendTogether(1_000);
    const ended = await Promise.race(much.map(({ told }) => told));
    expect(ended).toMatchObject({ message: 'Too many messages per second' });
    const little = await sendTogether(20_000);
    const left = await Promise.all(little.map(({ channel }) => channel.unsubscribe()));
    expect(left).toEqual(['ok', 'ok']);
    await Promise.all([...much, ...little].map(({ client }) => client.disconnect()));
  });

  it('on unfinished messages over all sockets of a client', async () => {
    const address = `ws://127.0.0.1:${narrow.port}/realtime/v1/websocket?apikey=${testKeys.publishableKey}`;
    const sockets = await Promise.all(
      [1, 2].map(async () => {
        const socket = new WebSocket(address);
        await new Promise((resolve) => socket.on('open', resolve));
        return socket;
      }),
    );
    const closed = Promise.race(
      sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve))),
    );
    for (const socket of sockets) socket.send('x'.repeat(600_000), { fin: false });
    expect(await closed).toBe(1006);
    const whole = sockets.find(({ readyState }) => readyState === WebSocket.OPEN);
    const ended = new Promise((resolve) => whole?.on('close', resolve));
    whole?.send('x');
    // Complete now, but not a message.
    expect(await ended).toBe(1011);
  });

  it('on the changes that a channel follows', async () => {
    await expect(followMany(4, 'title=eq.x')).rejects.toThrow(
      'ChangesRateLimitReached: A channel follows 3 changes at most',
    );
  });

  it('on the changes that a client follows, including conditions, which are freed when it leaves', async () => {
    const first = await followMany(2, 'title=eq.x');
    expect(await first.told).toMatchObject({ status: 'ok' });
    const second = await followMany(1, 'title=eq.x');
    expect(await second.told).toMatchObject({
      status: 'error',
      message: 'Too many changes are followed by this client',
    });
    await first.client.disconnect();
    const third = await followMany(1, 'title=eq.x');
    expect(await third.told).toMatchObject({ status: 'ok' });
    await Promise.all([second, third].map(({ client }) => client.disconnect()));
  });

  it.each([
    ['of the length of a filter', `title=eq.${'x'.repeat(4_096)}`, 'the filter is too long'],
    ['of the length of a pattern', `title=like.%${'x'.repeat(100)}`, 'the pattern is too long'],
  ])('%s', async (_, filter, words) => {
    const { client, told } = await followMany(1, filter);
    expect(await told).toMatchObject({ message: expect.stringContaining(words) });
    await client.disconnect();
  });

  it('on what waits to be processed', async () => {
    const { client, channel, closed } = await watch(undefined, 'room', narrow);
    for (let n = 0; n < 15; n += 1) {
      channel.send({ type: 'broadcast', event: 'x', payload: { text: 'x'.repeat(900) } });
    }
    expect(await closed).toMatchObject({ code: 1008, reason: 'Too many messages are waiting' });
    await client.disconnect();
  });

  it('on the length of a ref', async () => {
    const socket = new WebSocket(
      `ws://127.0.0.1:${narrow.port}/realtime/v1/websocket?apikey=${testKeys.publishableKey}&vsn=2.0.0`,
    );
    await new Promise((resolve) => socket.on('open', resolve));
    const code = new Promise((resolve) => socket.on('close', resolve));
    socket.send(JSON.stringify(['1'.repeat(256), '1', 'realtime:room', 'phx_join', {}]));
    expect(await code).toBe(1011);
  });

  it('on what is not read', async () => {
    const { client: speaker, channel } = await watch(undefined, 'flood');
    const slow = new WebSocket(
      `ws://127.0.0.1:${here.port}/realtime/v1/websocket?apikey=${testKeys.publishableKey}&vsn=2.0.0`,
    );
    await new Promise((resolve) => slow.on('open', resolve));
    slow.send(JSON.stringify(['1', '1', 'realtime:flood', 'phx_join', {}]));
    await new Promise((resolve) => slow.once('message', resolve));
    slow.pause();
    const gone = new Promise<string>((resolve) =>
      slow.on('close', (code, reason) => resolve(`${code} ${reason}`)),
    );
    const payload = { text: 'x'.repeat(200_000) };
    // Until the kernel's buffers are full.
    for (let n = 0; n < 60; n += 1) await channel.send({ type: 'broadcast', event: 'x', payload });
    slow.resume();
    expect(await gone).toMatch(/^1008 Messages are read too slowly|^1006/);
    await speaker.disconnect();
  });
});

it('causes no unexpected errors', () => {
  expect(bugs).toEqual([]);
});
