import { once } from 'node:events';
import { connect } from 'node:net';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { cloneDatabase } from '#test/support/engine.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { listen } from '../listen.ts';
import { createLogger } from '../logger.ts';
import { createServer } from '../server.ts';
import { readConfig } from '../settings/config.ts';

/** What was rendered, in order; each rendering waits until the test ends it. */
let rendered: { path: string; end: () => void }[] = [];

/** Pages whose rendering ends when the test says so. */
const slowPages = {
  entry: {
    module: {
      keptPaths: [],
      wordKinds: [],
      readWordsFrom: () => () => undefined,
      bootScript: '',
      countedPath: () => undefined,
      patternOf: (path: string) => path,
      cachedAddress: () => undefined,
      createContext: () => ({}),
      createServerClient: () => ({}),
      createRequestHandler: () => async (request: Request) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        rendered.push({ path: new URL(request.url).pathname, end: resolve });
        await promise;
        return new Response('<p>A page</p>', { headers: { 'content-type': 'text/html' } });
      },
    },
  },
} as unknown as ServerBuild;

const clone = await cloneDatabase(inject('engine'));
const database = openDatabase(clone.login, 1);
const { handle } = await createServer({
  config: readConfig({ LOG_LEVEL: 'silent' }),
  keys: testKeys,
  database,
  logger: createLogger('silent'),
  build: async () => slowPages,
  files: new Map(),
});
const { server, port, close } = await listen(handle, '127.0.0.1', 0);
afterAll(async () => {
  await close();
  await database.close();
  await clone.drop();
});
beforeEach(() => {
  rendered = [];
});

describe('while pages take as long as they may', () => {
  it('nothing is rendered for a thousand clients that left, and the next visitor is next', async () => {
    const busy = await fill();
    const leaving = new AbortController();
    const crowd = Array.from({ length: 1_000 }, (_, n) =>
      ask(`198.51.${n >> 8}.${n & 255}`, `/left-${n}`, leaving.signal),
    );
    await settled();
    leaving.abort();
    const visitor = ask('203.0.113.1', '/next');
    await settled();
    expect(rendered).toHaveLength(busy.length);
    rendered[0]?.end();
    await busy[0];
    await settled();
    expect(rendered.at(-1)?.path).toBe('/next');
    await endAll();
    expect((await visitor).status).toBe(200);
    expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([503]));
    expect(rendered).toHaveLength(busy.length + 1);
  });

  it('closing the connection counts as leaving', async () => {
    const busy = await fill();
    const arrival = once(server, 'request');
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /left HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    const [incoming] = await arrival;
    const leave = once(incoming.socket, 'close');
    await settled();
    socket.destroy();
    await leave;
    await endAll();
    await Promise.all(busy);
    expect(rendered).toHaveLength(busy.length);
  });

  it('a client that left while the data was read gets no page', async () => {
    const leaving = new AbortController();
    const answer = ask('203.0.113.1', '/left', leaving.signal);
    await settled();
    leaving.abort();
    await endAll();
    expect((await answer).status).toBe(503);
  });

  it('those beyond the waiting limit are told at once to come back, and sooner if one client sends them all', async () => {
    const busy = await fill();
    const waiting = [1, 2, 3, 4].flatMap((client) =>
      Array.from({ length: 101 }, () => ask(`192.0.2.${client}`, `/of-${client}`)),
    );
    const refused = await Promise.all([100, 201, 302, 403].map((place) => waiting[place]));
    const late = await ask('203.0.113.1', '/late');
    for (const response of [...refused, late]) {
      expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, '2']);
    }
    expect(await late.text()).toContain('Try again in a few seconds');
    expect(rendered).toHaveLength(busy.length);
    await endAll();
    await Promise.all([...busy, ...waiting]);
    expect(rendered).toHaveLength(busy.length + 400);
  });

  it('one client does not get all turns, and the queues of others are served in turn', async () => {
    const hogs = [1, 2, 3].flatMap((hog) =>
      Array.from({ length: 30 }, () => ask(`192.0.2.${hog}`, `/of-${hog}`)),
    );
    const visitor = ask('203.0.113.1', '/visitor');
    await settled();
    expect(rendered.map(({ path }) => path).toSorted()).toEqual(
      ['/of-1', '/of-2', '/of-3'].flatMap((path) => Array.from({ length: 4 }, () => path)),
    );
    // By the time each of the hogs has had one more turn, the visitor has had their first.
    for (const { end } of rendered.splice(0, 4)) end();
    await expect.poll(() => rendered.map(({ path }) => path)).toContain('/visitor');
    await endAll();
    await Promise.all([...hogs, visitor]);
  });
});

/** As many pages in progress as allowed, each for another client. */
async function fill() {
  const busy = Array.from({ length: 12 }, (_, n) => ask(`192.0.2.${100 + n}`, `/busy-${n}`));
  await expect.poll(() => rendered.length).toBe(12);
  return busy;
}

/** Lets all pages end, including those that only begin because others ended. */
async function endAll() {
  for (let ended = 0; ended < rendered.length; ended += 1) {
    rendered[ended]?.end();
    if (ended === rendered.length - 1) await settled();
  }
}

/** Everything that can go on without outside help has gone on. */
async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function ask(client: string, path: string, signal?: AbortSignal) {
  return handle(new Request(`http://127.0.0.1:3000${path}`, { signal }), client);
}
