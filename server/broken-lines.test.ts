import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { createActors } from '#test/support/actors.ts';
import { cloneDatabase, makeDataDir } from '#test/support/engine.ts';
import { noPages } from '#test/support/no-pages.ts';
import { asBlob } from '#test/support/pictures.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { listen } from './listen.ts';
import { createLogger } from './logger.ts';
import { createServer } from './server.ts';
import { readConfig } from './settings/config.ts';

// An uncaught error or an unhandled rejection fails this file by itself.

const clone = await cloneDatabase(inject('engine'));
const database = openDatabase(clone.login, 5);
const { handle, stop } = await createServer({
  config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: makeDataDir('site-lines-') }),
  keys: testKeys,
  database,
  logger: createLogger('silent'),
  build: async () => noPages,
  files: new Map(),
});
const { server, port, close } = await listen(
  (request, address) =>
    new URL(request.url).pathname === '/breaks'
      ? Promise.resolve(new Response(brokenStream()))
      : handle(request, address),
  '127.0.0.1',
  0,
);
const actors = createActors({ database, call: (request) => handle(request, '127.0.0.1') });
afterAll(async () => {
  server.closeAllConnections();
  await close();
  await stop();
  await database.close();
  await clone.drop();
});

describe('the process survives', () => {
  it('uploads that are cut off half-way, also by a reset', async () => {
    const person = await actors.signedIn();
    for (let count = 0; count < 10; count += 1) {
      const socket = await open(
        `POST /storage/v1/object/avatars/${person.id}/cut-${count}.png HTTP/1.1\r\nhost: x\r\napikey: ${testKeys.publishableKey}\r\nauthorization: ${person.headers.authorization}\r\nexpect: 100-continue\r\ncontent-type: image/png\r\ncontent-length: 100000\r\n\r\n`,
      );
      await once(socket, 'data');
      socket.write(Buffer.alloc(50_000));
      end(socket, count);
    }
    await allGone();
    const { data } = await person.client.storage.from('avatars').list(person.id);
    expect(data).toEqual([]);
  });

  it('downloads that are cut off half-way, also by a reset', async () => {
    const person = await actors.signedIn();
    const path = `${person.id}/large.webp`;
    const { error } = await person.client.storage
      .from('avatars')
      .upload(path, asBlob(await noise()));
    expect(error).toBeNull();
    for (let count = 0; count < 10; count += 1) {
      const socket = await open(
        `GET /storage/v1/object/avatars/${path} HTTP/1.1\r\nhost: x\r\napikey: ${testKeys.publishableKey}\r\nauthorization: ${person.headers.authorization}\r\n\r\n`,
      );
      const [first] = await once(socket, 'data');
      expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
      end(socket, count);
    }
    await allGone();
    const { data: whole } = await person.client.storage.from('avatars').download(path);
    expect(whole?.size).toBeGreaterThan(100_000);
  });

  it('requests that are abandoned before they are answered', async () => {
    for (let count = 0; count < 10; count += 1) {
      const socket = await open(
        `GET /rest/v1/jobs HTTP/1.1\r\nhost: x\r\napikey: ${testKeys.publishableKey}\r\n\r\n`,
      );
      end(socket, count);
    }
    await allGone();
  });

  it('a response that breaks half-way', async () => {
    const socket = await open('GET /breaks HTTP/1.1\r\nhost: x\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
  });

  it('requests in another protocol', async () => {
    const socket = await open('\u0016\u0003\u0001 hello\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
  });
});

async function open(words: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(words);
  return socket;
}

/** Like a browser that is closed, and like a network that is gone. */
function end(socket: Socket, count: number) {
  if (count % 2 === 0) socket.resetAndDestroy();
  else socket.destroy();
}

/** The server has noticed, and still answers. */
async function allGone() {
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(0);
  const answer = await handle(new Request(`http://127.0.0.1:${port}/healthz`), '127.0.0.1');
  expect(answer.status).toBe(200);
}

function brokenStream() {
  let isBegun = false;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) controller.error(new Error('the disk went away'));
      else controller.enqueue(new TextEncoder().encode('the beginning'));
      isBegun = true;
    },
  });
}

/** As large as our largest pictures. */
function noise() {
  const [width, height] = [800, 800];
  const raw = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251));
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
