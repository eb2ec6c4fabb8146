import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { testKeys } from '#test/support/test-keys.ts';
import type { Ground } from './asked.ts';
import { type CallerKind, type Crowd, callerKinds } from './callers.ts';
import { hostileJson, hostileValue, texts } from './hostile.ts';
import type { Judge } from './judge.ts';
import { foreignMarks } from './marks.ts';

const events = [
  'phx_join',
  'phx_leave',
  'heartbeat',
  'access_token',
  'broadcast',
  'presence',
  'postgres_changes',
  'phx_reply',
  '',
];

/**
 * Opens a socket, sends this many messages that no client would, and leaves; returns how many were
 * sent.
 */
export async function speakOnSocket(
  port: number,
  { random, targets, id }: Ground,
  crowd: Crowd,
  judge: Judge,
): Promise<number> {
  const { pick, below, chance } = random;
  const kind: CallerKind = pick(callerKinds);
  const caller = crowd.ofKind(kind)[0];
  const token = caller?.headers.authorization?.replace(/^Bearer /, '');
  const version = pick(['1.0.0', '2.0.0', '9', '']);
  const key = chance(0.95) ? testKeys.publishableKey : 'x';
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${key}&vsn=${version}`;
  const socket = new WebSocket(address, {
    headers: { 'x-forwarded-for': `10.9.${below(255)}.${below(255)}` },
  });
  socket.on('message', (data) => {
    for (const name of foreignMarks(String(data), kind))
      judge.found(`shows ${kind} ${name} (socket)`, String(data).slice(0, 500));
    if (/node_modules|json_agg\(|\bat \S+:\d+:\d+/.test(String(data)))
      judge.found('shows its insides (socket)', String(data).slice(0, 500));
  });
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
  if (!isOpen) return 1;
  const topic = () =>
    pick([
      () => `realtime:${pick(['lobby', 'jobs', 'messages', '*', id(kind)])}`,
      () => `realtime:user:${id(kind)}`,
      () => `realtime:conversation:${id(kind)}`,
      () => pick(texts),
      () => `realtime:${'x'.repeat(below(400))}`,
    ] as const)();
  const payload = () =>
    pick([
      () => hostileValue(random),
      () => ({
        access_token: chance(0.7) ? token : pick(texts),
        config: {
          private: chance(0.5),
          broadcast: chance(0.7)
            ? {
                self: true,
                ack: chance(0.5),
                replay: { since: pick([0, -1, 1e20, 'x']), limit: pick([1, 1e9]) },
              }
            : hostileValue(random),
          presence: chance(0.7) ? { key: pick(texts), enabled: true } : hostileValue(random),
          postgres_changes: chance(0.8)
            ? Array.from({ length: below(4) }, () => ({
                event: pick(['*', 'INSERT', 'x']),
                schema: pick(['public', 'auth', 'private']),
                table: chance(0.8) ? pick(targets.tables).name : pick(texts),
                filter: pick([`id=eq.${id(kind)}`, 'x=in.(', '', pick(texts)]),
              }))
            : hostileValue(random),
        },
      }),
      () => ({ type: 'broadcast', event: pick(texts), payload: hostileValue(random) }),
      () => ({ event: pick(['track', 'untrack', 'x']), payload: hostileValue(random) }),
      () => ({ access_token: pick([token, ...texts]) }),
    ] as const)();
  /** Claims to be an event that only binary frames can carry. */
  const lie = () => ({
    event: pick<unknown>([...texts, { length: 1e9 }]),
    encoding: pick(['json', 'binary', 'x']),
    bytes: pick<unknown>([...texts, null, { length: 1e9 }, 1e9]),
  });
  const message = (about = topic(), event = pick(events), said: unknown = payload()) => {
    return version === '2.0.0'
      ? JSON.stringify([pick(['1', null, 5]), pick(['2', null]), about, event, said])
      : JSON.stringify({
          topic: about,
          event,
          payload: said,
          ref: '1',
          join_ref: pick(['1', null, {}]),
        });
  };
  const count = 40;
  // A channel that this socket hears too.
  const lobby = 'realtime:lobby';
  socket.send(message(lobby, 'phx_join', { config: { broadcast: { self: true } } }));
  for (let said = 0; said < count && socket.readyState === WebSocket.OPEN; said += 1) {
    if (chance(0.1)) socket.send(message(lobby, 'broadcast', lie()));
    else if (chance(0.8)) socket.send(message());
    else if (chance(0.5)) socket.send(chance(0.5) ? hostileJson(random) : pick(texts));
    else
      socket.send(
        Buffer.concat([
          Buffer.from([below(6), below(255), below(255), 4, 4, 4]),
          randomBytes(below(300)),
        ]),
      );
    if (said % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // An invalid frame: a false length, or reserved bits set.
  if (chance(0.3))
    writeRaw(
      socket,
      pick([
        [0xf1, 0x85, 1, 2, 3],
        [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        [0x80, 0x00],
        [0x88, 0x81, 0, 0, 0, 0, 1],
        [0x81, 0x05, 1, 2],
      ]),
    );
  const timer = setTimeout(() => socket.terminate(), 300);
  socket.close();
  // The site may have closed it long before.
  await ended;
  clearTimeout(timer);
  return count;
}

/** Bypasses the library, which only writes valid frames. */
function writeRaw(socket: WebSocket, bytes: readonly number[]) {
  const line: unknown = Reflect.get(socket, '_socket');
  if (line && typeof line === 'object' && 'write' in line && typeof line.write === 'function')
    line.write(Buffer.from(bytes));
}
