import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createApi } from '#api/api.ts';
import { signToken } from '#test/support/actors.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { joined, nextBroadcast, openSockets } from '#test/support/test-sockets.ts';

const { call, actors, bugs, dependencies } = await openTestApi();
const { connect, port } = await openSockets(call);
/** Another process of the site, on the same database. */
const elsewhere = await openSockets(createApi(dependencies));
const visitor = `apikey=${testKeys.publishableKey}&vsn=2.0.0`;

/** A raw socket, for what no official client would send. */
async function raw(query = visitor, headers = {}, at = port) {
  const socket = new WebSocket(`ws://127.0.0.1:${at}/realtime/v1/websocket?${query}`, { headers });
  const heard: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    const next = waiting.shift();
    if (next) next(message);
    else heard.push(message);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('unexpected-response', (_, { statusCode }) => reject(new Error(String(statusCode))));
    socket.on('error', reject);
  });
  return {
    socket,
    closed,
    say: (message: unknown) => socket.send(JSON.stringify(message)),
    next: () =>
      heard.length > 0
        ? Promise.resolve(heard.shift())
        : new Promise<unknown>((resolve) => waiting.push(resolve)),
  };
}

describe.each(['1.0.0', '2.0.0'])('the official client with version %s', (vsn) => {
  it('joins, receives another client’s broadcast, and leaves', async () => {
    const [one, other] = [connect(undefined, { vsn }), connect(undefined, { vsn })];
    const channel = await joined(one.channel('room'));
    const said = nextBroadcast(channel, 'shout');
    const speaker = await joined(other.channel('room', { config: { broadcast: { ack: true } } }));
    expect(
      await speaker.send({ type: 'broadcast', event: 'shout', payload: { text: 'Grüß' } }),
    ).toBe('ok');
    expect(await said).toMatchObject({ event: 'shout', payload: { text: 'Grüß' } });
    expect(await one.removeChannel(channel)).toBe('ok');
  });

  it('receives its own broadcasts only on request', async () => {
    const client = connect(undefined, { vsn });
    const deaf = await joined(client.channel(`alone ${vsn}`));
    deaf.on('broadcast', { event: 'own' }, () => expect.fail('its own word came back'));
    await deaf.send({ type: 'broadcast', event: 'own', payload: {} });
    const hearing = await joined(
      connect(undefined, { vsn }).channel(`echo ${vsn}`, {
        config: { broadcast: { self: true, ack: true } },
      }),
    );
    const own = nextBroadcast(hearing, 'own');
    await hearing.send({ type: 'broadcast', event: 'own', payload: { n: 1 } });
    expect(await own).toMatchObject({ payload: { n: 1 } });
  });
});

it('carries binary payloads unchanged', async () => {
  const channel = await joined(connect().channel('bytes'));
  const said = nextBroadcast(channel, 'blob');
  const speaker = await joined(connect().channel('bytes'));
  await speaker.send({
    type: 'broadcast',
    event: 'blob',
    payload: new Uint8Array([0, 255, 7]).buffer,
  });
  expect(new Uint8Array((await said).payload as ArrayBuffer)).toEqual(new Uint8Array([0, 255, 7]));
});

it('sends version 1.0.0 what came in a frame of version 2.0.0', async () => {
  const channel = await joined(connect(undefined, { vsn: '1.0.0' }).channel('mixed'));
  const said = nextBroadcast(channel, 'hi');
  const speaker = await joined(connect().channel('mixed'));
  await speaker.send({ type: 'broadcast', event: 'hi', payload: { n: 1 } });
  expect(await said).toEqual({ type: 'broadcast', event: 'hi', payload: { n: 1 } });
});

describe('opening', () => {
  it.each(['', 'apikey=wrong&vsn=2.0.0', `apikey=${testKeys.publishableKey}&vsn=3.0.0`])(
    'refuses ?%s',
    async (query) => {
      await expect(raw(query)).rejects.toThrow(/40[01]/);
    },
  );

  it('accepts the secret key in the URL, but not from a browser', async () => {
    const query = `apikey=${testKeys.secretKey}&vsn=2.0.0`;
    const { socket } = await raw(query);
    socket.close();
    await expect(raw(query, { origin: 'https://site.example' })).rejects.toThrow('400');
    const elsewhere = `vsn=2.0.0&apikey=${testKeys.publishableKey}&x=${testKeys.secretKey}`;
    await expect(raw(elsewhere)).rejects.toThrow('400');
  });
});

describe('the messages of the protocol', () => {
  it('answers a heartbeat', async () => {
    const { say, next } = await raw();
    say([null, '1', 'phoenix', 'heartbeat', {}]);
    expect(await next()).toEqual([
      null,
      '1',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ]);
  });

  it('answers a join and a leave, and closes the channel that is left', async () => {
    const { say, next } = await raw();
    say(['1', '1', 'realtime:room', 'phx_join', { config: {} }]);
    expect(await next()).toEqual([
      '1',
      '1',
      'realtime:room',
      'phx_reply',
      { status: 'ok', response: { postgres_changes: [] } },
    ]);
    say(['1', '2', 'realtime:room', 'phx_leave', {}]);
    expect(await next()).toEqual([
      '1',
      '2',
      'realtime:room',
      'phx_reply',
      { status: 'ok', response: {} },
    ]);
    expect(await next()).toEqual(['1', '1', 'realtime:room', 'phx_close', {}]);
  });

  it('closes the older of two joins of a topic', async () => {
    const { say, next } = await raw();
    say(['1', '1', 'realtime:room', 'phx_join', { config: {} }]);
    await next();
    say(['2', '2', 'realtime:room', 'phx_join', { config: {} }]);
    expect(await next()).toEqual(['1', '1', 'realtime:room', 'phx_close', {}]);
    expect(await next()).toMatchObject(['2', '2', 'realtime:room', 'phx_reply', { status: 'ok' }]);
  });

  it.each([
    ['realtime:', 'phx_join', 'TopicNameRequired: You must provide a topic name'],
    ['realtime:a\0', 'phx_join', 'TopicNameInvalid: A topic name has no control characters'],
    ['other:room', 'phx_join', 'unmatched topic'],
    ['realtime:nowhere', 'broadcast', 'unmatched topic'],
  ])('answers %s %s with an error', async (topic, event, reason) => {
    const { say, next } = await raw();
    say(['1', '1', topic, event, {}]);
    expect(await next()).toEqual([
      '1',
      '1',
      topic,
      'phx_reply',
      { status: 'error', response: { reason } },
    ]);
  });

  it.each([
    ['bytes that are a text', { event: 'e', encoding: 'json', bytes: '"x"' }],
    ['a list that only says how long it is', { event: { length: 1_000 }, bytes: 'x' }],
    ['no bytes', { bytes: null }],
    ['nothing, for it is a word', 'not a map'],
    ['nothing, for it is nothing', null],
    ['nothing, for it is a list', [1, { a: 2 }]],
  ])('passes on as text a payload containing %s', async (_, payload) => {
    const topic = `realtime:${crypto.randomUUID()}`;
    const [one, other] = [await raw(), await raw(visitor, {}, elsewhere.port)];
    for (const { say, next } of [one, other]) {
      say(['1', '1', topic, 'phx_join', { config: {} }]);
      await next();
    }
    one.say(['1', '2', topic, 'broadcast', payload]);
    expect(await other.next()).toEqual([null, null, topic, 'broadcast', payload]);
  });

  it('keeps what others show when somebody shows what no database can store', async () => {
    const topic = `realtime:${crypto.randomUUID()}`;
    const { say, next } = await raw();
    say(['1', '1', topic, 'phx_join', { config: { presence: { enabled: true, key: 'me\0' } } }]);
    await next();
    await next();
    say(['1', '2', topic, 'presence', { event: 'track', payload: { 'a\0': '\0b\ud800' } }]);
    const heard = [await next(), await next()];
    expect(heard).toContainEqual(expect.arrayContaining(['phx_reply']));
    expect(heard).toContainEqual(
      expect.arrayContaining([
        'presence_diff',
        { joins: { me: { metas: [{ a: 'b', phx_ref: expect.any(String) }] } }, leaves: {} },
      ]),
    );
  });

  it('accepts flags in any capitalization, and ignores only the option that is invalid', async () => {
    const { say, next } = await raw();
    const config = { broadcast: { self: 'TRUE', ack: 7 }, presence: { enabled: 'True', key: {} } };
    say(['1', '1', 'realtime:flags', 'phx_join', { config }]);
    await next();
    expect(await next()).toEqual(['1', null, 'realtime:flags', 'presence_state', {}]);
    say(['1', '2', 'realtime:flags', 'broadcast', { event: 'own' }]);
    expect(await next()).toEqual([null, null, 'realtime:flags', 'broadcast', { event: 'own' }]);
    say(['1', '3', 'realtime:flags', 'presence', { event: 'track', payload: null }]);
    const response = { reason: 'Presence track payload must be a map' };
    expect(await next()).toMatchObject([
      '1',
      '3',
      'realtime:flags',
      'phx_reply',
      { status: 'error', response },
    ]);
  });

  it.each([
    'no JSON',
    'null',
    '[null,"1","phoenix","heartbeat"]',
    '[null,"1",7,"heartbeat",{}]',
    `[null,"${'1'.repeat(256)}","phoenix","heartbeat",{}]`,
    // Of an unknown kind, shorter than its head, and with an event longer than the rest.
    Buffer.from([9, 0, 0, 7, 9, ...Buffer.from('phoenixheartbeat')]),
    Buffer.from([0, 0, 0, 7]),
    Buffer.from([0, 0, 0, 7, 10, ...Buffer.from('phoenixheartbeat')]),
  ])('ends a socket that does not follow it: %j', async (frame) => {
    const { socket, closed } = await raw();
    socket.send(frame);
    expect(await closed).toBe(1011);
  });

  it.each(['broadcast', 'presence', 'phx_join'])(
    'ends a socket that nests a %s too deeply to be serialized',
    async (event) => {
      const { socket, say, next, closed } = await raw();
      say(['1', '1', 'realtime:deep', 'phx_join', {}]);
      await next();
      const deep = '['.repeat(3_000) + ']'.repeat(3_000);
      socket.send(`["1","2","realtime:deep","${event}",{"event":"track","payload":${deep}}]`);
      expect(await closed).toBe(1011);
    },
  );

  it('uses objects in version 1.0.0', async () => {
    const { say, next, socket, closed } = await raw(`apikey=${testKeys.publishableKey}`);
    const payload = { config: {} };
    say({ topic: 'realtime:old', event: 'phx_join', payload, ref: '1', join_ref: '1' });
    expect(await next()).toEqual({
      topic: 'realtime:old',
      event: 'phx_reply',
      payload: { status: 'ok', response: { postgres_changes: [] } },
      ref: '1',
    });
    socket.send('null');
    expect(await closed).toBe(1011);
  });
});

describe('tokens', () => {
  const keyOf = (role: string) =>
    `e30.${Buffer.from(JSON.stringify({ role, exp: 9e9 })).toString('base64url')}.c2ln`;
  const reasonOf = async (access_token: string) => {
    const { say, next, socket } = await raw();
    say(['1', '1', 'realtime:room', 'phx_join', { config: {}, access_token }]);
    const [, , , , { response }] = (await next()) as [0, 0, 0, 0, { response: { reason: string } }];
    socket.close();
    return response.reason;
  };

  it('refuses what is no token, is not ours, has expired, or belongs to nobody', async () => {
    expect(await reasonOf('not a token')).toBe(
      'MalformedJWT: The token provided is not a valid JWT',
    );
    const claims = { sub: crypto.randomUUID(), role: 'authenticated', aud: 'authenticated' };
    const forged = (await signToken(claims)).replace(/.{9}$/, 'AAAAAAAAA');
    expect(await reasonOf(forged)).toBe('JwtSignatureError: Failed to validate JWT signature');
    expect(await reasonOf(await signToken(claims, { expires: '-5s' }))).toMatch(
      /^InvalidJWTToken: Token has expired \d+ seconds ago$/,
    );
    expect(await reasonOf(await signToken(claims))).toMatch(/^Unauthorized: /);
  });

  // Without a session, clients send their key, which an operator may have brought from elsewhere.
  it.each(['anon', 'service_role'])('treats a key as no token: %s', async (role) => {
    const keys = { publishableKey: keyOf('anon'), secretKey: keyOf('service_role') };
    const own = await openSockets(createApi({ ...dependencies, keys: { ...testKeys, ...keys } }));
    const key = keyOf(role);
    const { say, next } = await raw(`apikey=${key}&vsn=2.0.0`, {}, own.port);
    say(['1', '1', 'realtime:room', 'phx_join', { config: {}, access_token: key }]);
    expect(await next()).toMatchObject(
      [0, 0, 0, 0, { status: 'ok' }].fill(expect.anything(), 0, 4),
    );
  });

  it('lets a person in whose session is valid', async () => {
    const person = await actors.signedIn();
    const token = person.headers.authorization?.slice('Bearer '.length);
    await joined(connect(token).channel('people'));
  });
});

it('causes no unexpected errors', () => {
  expect(bugs).toEqual([]);
});
