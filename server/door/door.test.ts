import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../listen.ts';
import type { DoorOptions } from './door.ts';

const listening: Listening[] = [];
afterEach(async () => {
  for (const { server, close } of listening.splice(0)) {
    server.closeAllConnections();
    await close();
  }
});

/** The app behind the door reads everything it gets. */
async function open(door: Partial<DoorOptions> = {}) {
  const reads: string[] = [];
  const opened = await listen(
    async (request) => {
      const text = await request.text();
      reads.push(text);
      return Response.json({ path: new URL(request.url).pathname, length: text.length });
    },
    '127.0.0.1',
    0,
    { door },
  );
  listening.push(opened);
  return { ...opened, reads };
}

const kinds = [
  '/resources',
  '/job/c0000000-0000-4000-8000-000000000001',
  '/job/c0000000-0000-4000-8000-000000000001/apply',
  '/newsletter/confirm',
  '/views',
  '/rest/v1/jobs',
  '/auth/v1/signup',
  '/functions/v1/report-job',
  '/storage/v1/object/pictures/me.png',
  '/storage/v1/object/list/pictures',
  '/no/such/page',
];

describe('a body of 300 MB', () => {
  it.each(kinds)('to %s is refused by its declared length, before a byte is read', async (path) => {
    const { port, reads } = await open({ isHttps: true });
    const answer = await say(port, [
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 300000000\r\n\r\n`,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/connection: close/i);
    // Headers that every response has, whoever made it.
    expect(answer).toMatch(/^strict-transport-security: max-age=63072000; includeSubDomains\r$/im);
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^referrer-policy: strict-origin-when-cross-origin\r$/im);
    expect(answer).toMatch(/The body is larger than (2 KB|64 KB|1 MB|5 MB|6 MB)\./);
    expect(reads).toEqual([]);
  });

  it.each(kinds)('to %s without a declared length takes no memory', async (path) => {
    const { port, reads } = await open();
    const before = process.memoryUsage().rss;
    const { answer, highest } = await pour(port, path, 300_000_000);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(highest - before).toBeLessThan(120_000_000);
    expect(reads).toEqual([]);
  });
});

it('a body for the account service has 64 KB, because what it contains is decoded by libraries', async () => {
  const { port } = await open();
  expect((await send(port, 'one', 'x'.repeat(65_536), '/auth/v1/passkeys')).status).toBe(200);
  expect((await send(port, 'one', 'x'.repeat(65_537), '/auth/v1/passkeys')).status).toBe(413);
});

it('the address that is reached decides what may be sent to it, however it is written', async () => {
  const { port, reads } = await open();
  for (const path of [
    '/storage/v1/object/../../../auth/v1/passkeys',
    '/storage/v1/object/%2e%2E/..\\../auth/v1/passkeys',
    '/auth/v1/passkeys?/storage/v1/object/',
    '/job/../auth/v1/passkeys?/apply',
  ]) {
    const answer = await say(port, [
      `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 65537\r\n\r\n${'x'.repeat(65_537)}`,
    ]);
    expect([path, answer.slice(9, 12)]).toEqual([path, '413']);
  }
  // Buckets whose names begin like something else.
  for (const bucket of ['movements', 'copyright', 'listings', 'signs']) {
    const path = `/storage/v1/object/${bucket}/a`;
    expect((await send(port, 'one', 'x'.repeat(1_048_577), path)).status).toBe(200);
  }
  expect(reads.every((text) => text.length === 1_048_577)).toBe(true);
});

describe('a body that is not what it claims to be', () => {
  it.each([
    ['a byte', '{'],
    ['half of it', '{'.repeat(50)],
  ])('sends %s and then nothing, and is told that it took too long', async (_, begun) => {
    const limits = [{ startsWith: '', mostBytes: 100, seconds: 3_600 }];
    const { port, reads } = await open({ limits, pace: { seconds: 0.05, bytes: 10 } });
    const answer = await say(port, [
      `POST /rest/v1/jobs HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n${begun}`,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"body_too_slow"');
    expect(reads).toEqual([]);
  });

  it('arrives byte by byte, and is read completely', async () => {
    const { port, reads } = await open();
    const pieces = '1\r\na\r\n'.repeat(10_000);
    await say(port, [
      'POST /rest/v1/jobs HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n',
      `${pieces}0\r\n\r\n`,
    ]);
    expect(reads).toEqual(['a'.repeat(10_000)]);
  });

  it('keeps trickling, and is cut off when its time is up', async () => {
    const limits = [{ startsWith: '', mostBytes: 1_000_000, seconds: 0.2 }];
    const { port, reads } = await open({ limits, pace: { seconds: 0.01, bytes: 0 } });
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write('POST /resources HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
    const drip = setInterval(() => socket.write('1\r\na\r\n'), 5);
    expect(await heardBy(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
    expect(reads).toEqual([]);
  });

  it('is compressed, and refused rather than decompressed', async () => {
    const { port } = await open();
    const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/jobs`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: 'x',
    });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'encoded_body' });
  });

  it.each(['gzip, chunked', 'gzip', 'identity'])(
    'has the transfer coding %s, which nobody here decodes',
    async (coding) => {
      const { port, reads } = await open();
      const answer = await say(port, [
        `POST /rest/v1/jobs HTTP/1.1\r\nhost: x\r\ntransfer-encoding: ${coding}\r\n\r\n`,
        '2\r\n{}\r\n0\r\n\r\n',
      ]);
      expect(answer).toMatch(
        coding.endsWith('chunked') ? /^HTTP\/1\.1 501 / : /^HTTP\/1\.1 (400|501) /,
      );
      expect(reads).toEqual([]);
    },
  );

  it('is longer than declared: the rest does not become a second request', async () => {
    const { port, reads } = await open();
    const answer = await say(port, [
      'POST /resources HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabcdefgh\r\n\r\n',
    ]);
    expect(answer).toContain('HTTP/1.1 400 ');
    expect(reads.filter((text) => text !== 'abc')).toEqual([]);
  });
});

it('a client that asks before sending is told first, and sends nothing that would be refused', async () => {
  const { port, reads } = await open();
  const large = await say(port, [
    'POST /resources HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 9999999\r\n\r\n',
  ]);
  expect(large).toMatch(/^HTTP\/1\.1 413 /);
  const small = connect(port, '127.0.0.1').on('error', () => {});
  small.write(
    'POST /resources HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: 2\r\n\r\n',
  );
  const [first] = await once(small, 'data');
  expect(String(first)).toMatch(/^HTTP\/1\.1 100 /);
  small.write('ok');
  expect(await heardBy(small)).toMatch(/^HTTP\/1\.1 200 /);
  expect(reads).toEqual(['ok']);
});

it('pipelined requests on one connection each get their own response', async () => {
  const { port } = await open();
  const one = (body: string) =>
    `POST /resources HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const last = 'GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const answer = await say(port, [one('first') + one('second') + last]);
  expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
  expect(answer.match(/"length":\d+/g)).toEqual(['"length":5', '"length":6', '"length":0']);
});

describe('many bodies of one client', () => {
  const clientOf: DoorOptions['clientOf'] = ({ headers }) => String(headers['x-client'] ?? '');
  const shares = { mostOfOne: 3, bytesOfOne: 10_000, bytesOfAll: 12_000, littleOfOne: 2_000 };

  it('that never end leave room for others', async () => {
    const { port } = await open({ shares, clientOf });
    for (let count = 0; count < 3; count += 1) await begin(port, 'hog', 1);
    for (const path of ['/rest/v1/jobs', '/resources']) {
      const more = await send(port, 'hog', 'x', path);
      expect([more.status, more.headers.get('retry-after')]).toEqual([429, '2']);
    }
    expect((await send(port, 'somebody', 'x')).status).toBe(200);
  });

  it('count by what has arrived, and free their room when they end', async () => {
    const { port } = await open({ shares, clientOf });
    const first = await begin(port, 'hog', 9_000);
    await expect.poll(async () => (await send(port, 'hog', 'x'.repeat(2_000))).status).toBe(429);
    expect((await send(port, 'somebody', 'x'.repeat(4_000))).status).toBe(503);
    expect((await send(port, 'somebody', 'x'.repeat(2_000))).status).toBe(200);
    first.destroy();
    await expect.poll(async () => (await send(port, 'hog', 'x'.repeat(9_000))).status).toBe(200);
  });
});

function send(port: number, client: string, body: string, path = '/rest/v1/jobs') {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'x-client': client },
    body,
  });
}

/** A request whose body does not end; resolves when the server waits for the rest. */
async function begin(port: number, client: string, bytes: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(
    `POST /rest/v1/jobs HTTP/1.1\r\nhost: x\r\nx-client: ${client}\r\nexpect: 100-continue\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.write(`${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`);
  return socket;
}

async function say(port: number, words: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  for (const word of words) socket.write(word);
  return heardBy(socket);
}

async function heardBy(socket: Socket): Promise<string> {
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  await once(socket, 'close');
  return heard;
}

/** Sends this many bytes as fast as the server takes them, and watches how much memory that needs. */
async function pour(port: number, path: string, bytes: number) {
  let highest = 0;
  let sent = 0;
  const chunk = Buffer.alloc(65_536, 'a');
  const outgoing = httpRequest({ port, host: '127.0.0.1', path, method: 'POST' });
  const answered = Promise.withResolvers<string>();
  outgoing.on('response', (response) => {
    response.resume();
    answered.resolve(`HTTP/1.1 ${response.statusCode} ${response.statusMessage}`);
  });
  outgoing.on('error', answered.reject);
  const write = () => {
    highest = Math.max(highest, process.memoryUsage().rss);
    while (sent < bytes && !outgoing.destroyed) {
      sent += chunk.length;
      if (!outgoing.write(chunk)) return outgoing.once('drain', write);
    }
    return outgoing.end();
  };
  write();
  const answer = await answered.promise;
  outgoing.destroy();
  return { answer, highest };
}
