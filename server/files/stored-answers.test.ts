import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { View } from '#api/page-views/page-views.ts';
import { listen } from '../listen.ts';
import { askedOf, createFileAnswers, toResponse } from './file-answers.ts';
import { createStoredAnswers } from './stored-answers.ts';
import type { StoredFile } from './stored-files.ts';

const body = Buffer.from('<h1>About</h1>'.repeat(100));
const page: StoredFile = {
  body,
  brotli: brotliCompressSync(body),
  gzip: gzipSync(body),
  type: 'text/html; charset=utf-8',
  etag: '"about"',
  cacheControl: 'public, max-age=0, must-revalidate',
  policy: "default-src 'self'",
};
const picture: StoredFile = {
  body: Buffer.from([1, 2, 3, 4]),
  brotli: undefined,
  gzip: undefined,
  type: 'image/png',
  etag: '"picture"',
  cacheControl: 'public, max-age=3600',
  policy: undefined,
};

const views: [View, string, number, string][] = [];
const answerFile = createFileAnswers({ isHttps: true, isBehindProxy: false });
function ready(pathname: string, search: string): StoredFile | undefined {
  if (pathname === '/picture.png') return picture;
  return pathname === '/about' && !search ? page : undefined;
}
/** What a request gets if its page is not ready yet. */
async function handle(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const file = request.method === 'POST' ? undefined : ready(pathname, search);
  return file
    ? toResponse(answerFile(askedOf(request), file))
    : new Response(`handled ${pathname}`);
}
const site = await listen(handle, '127.0.0.1', 0, {
  answerStored: createStoredAnswers({
    patternOf: (pathname) => pathname,
    ready,
    answerFile,
    countView: (view, pathname, status, address = () => '') =>
      views.push([view, pathname, status, address()]),
    siteOrigin: undefined,
    trustProxy: true,
  }),
});
const slow = await listen(handle, '127.0.0.1', 0);
afterAll(() => Promise.all([site.close(), slow.close()]));

const ofEvery = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
  vary: 'Accept-Encoding',
};
const ofPage = {
  ...ofEvery,
  'content-type': page.type,
  'cache-control': page.cacheControl,
  'content-security-policy': page.policy,
  etag: page.etag,
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'speculation-rules': '"/speculation-rules.json"',
};

describe('a page in memory', () => {
  it.each([
    ['br', { 'accept-encoding': 'gzip, deflate, br' }, page.brotli],
    ['gzip', { 'accept-encoding': 'br;q=0, gzip;q=0.5' }, page.gzip],
    ['gzip', { 'accept-encoding': 'BR;Q=0, GZIP' }, page.gzip],
  ])('goes out compressed as %s, with the right headers', async (encoding, headers, bytes) => {
    const answer = await ask('/about', headers);
    expect(answer.headers).toEqual({
      ...ofPage,
      'content-encoding': encoding,
      'content-length': String(bytes?.length),
    });
    expect(answer.bytes).toEqual(bytes);
  });

  it('goes out uncompressed to clients that accept no encoding', async () => {
    const answer = await ask('/about', { 'accept-encoding': 'identity' });
    expect(answer.headers).toEqual({
      ...ofPage,
      'accept-ranges': 'bytes',
      'content-length': String(body.length),
    });
    expect(answer.bytes).toEqual(body);
  });

  it.each(['"about"', 'W/"about"', '"other", W/"about"', '*'])(
    'is not sent again to a client that has %s',
    async (condition) => {
      const answer = await ask('/about', { 'if-none-match': condition, 'accept-encoding': 'br' });
      expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
      expect(answer.headers).toEqual(ofPage);
    },
  );

  it('answers HEAD as it answers GET', async () => {
    const head = await ask('/about', { 'accept-encoding': 'br' }, 'HEAD');
    const get = await ask('/about', { 'accept-encoding': 'br' });
    expect(head.headers).toEqual(get.headers);
    expect(head.bytes.length).toBe(0);
  });

  it('is found under every spelling of its address', async () => {
    for (const path of ['/./about', '/x/../about', '/about?', 'http://other/about']) {
      expect((await ask(path)).headers.etag, path).toBe(page.etag);
    }
  });

  it('answers only reads; everything else goes to the handler', async () => {
    expect(String((await ask('/about', {}, 'POST')).bytes)).toBe('handled /about');
    expect(String((await ask('/about?q=1')).bytes)).toBe('handled /about');
    expect(String((await ask('/nowhere')).bytes)).toBe('handled /nowhere');
    expect(String((await ask('//about/')).bytes)).toMatch(/^handled/);
  });

  it('is counted for the client that the proxy names', async () => {
    views.length = 0;
    await ask('/about', {
      'user-agent': 'Firefox',
      'sec-fetch-dest': 'document',
      'x-forwarded-for': 'made up, 198.51.100.7',
    });
    const view = {
      method: 'GET',
      agent: 'Firefox',
      destination: 'document',
      purpose: undefined,
    };
    expect(views).toEqual([[view, '/about', 200, '198.51.100.7']]);
  });
});

describe('a file in memory', () => {
  const ofPicture = {
    ...ofEvery,
    'content-type': 'image/png',
    'cache-control': picture.cacheControl,
    etag: picture.etag,
  };

  it('has none of the headers that only documents need, whatever its query', async () => {
    const answer = await ask('/picture.png?v=2', { 'accept-encoding': 'br' });
    expect(answer.headers).toEqual({
      ...ofPicture,
      'accept-ranges': 'bytes',
      'content-length': '4',
    });
  });

  it.each([
    ['bytes=1-2', 206, 'bytes 1-2/4', [2, 3]],
    ['bytes=1-', 206, 'bytes 1-3/4', [2, 3, 4]],
    ['bytes=-1', 206, 'bytes 3-3/4', [4]],
    ['bytes=0-99', 206, 'bytes 0-3/4', [1, 2, 3, 4]],
    ['bytes=4-', 416, 'bytes */4', []],
    ['bytes=-0', 416, 'bytes */4', []],
  ])('is sent in part: %s', async (range, status, said, bytes) => {
    const answer = await ask('/picture.png', { range });
    expect(answer.status).toBe(status);
    expect(answer.headers).toEqual({
      ...ofPicture,
      'content-range': said,
      'content-length': String(bytes.length),
    });
    expect([...answer.bytes]).toEqual(bytes);
  });

  it.each(['bytes=2-1', 'pages=1', 'bytes=0-0,2-3', 'bytes=-'])(
    'is sent whole if %s is no range, or more than one',
    async (range) => {
      const answer = await ask('/picture.png', { range });
      expect([answer.status, [...answer.bytes]]).toEqual([200, [1, 2, 3, 4]]);
    },
  );

  it('is sent whole to a client that may have another version', async () => {
    const answer = await ask('/picture.png', { range: 'bytes=1-2', 'if-range': '"old"' });
    expect([answer.status, answer.bytes.length]).toEqual([200, 4]);
  });
});

it('is byte for byte what the handler answers', async () => {
  const headers: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'gzip, br' },
    { 'accept-encoding': 'br;q=0, gzip' },
    { 'accept-encoding': 'br', 'if-none-match': '"about"' },
    { 'if-none-match': '"picture", W/"x"' },
    { range: 'bytes=1-2' },
    { range: 'bytes=-1', 'accept-encoding': 'br' },
    { range: 'bytes=99999-' },
    { range: 'bytes=1-2', 'if-range': '"old"' },
  ];
  const targets = ['/about', '/./about', '/about?', '/picture.png', '/picture.png?v=1'];
  for (const target of targets) {
    for (const method of ['GET', 'HEAD']) {
      for (const sent of headers) {
        const [fast, handled] = await Promise.all([
          ask(target, sent, method),
          ask(target, sent, method, slow.port),
        ]);
        expect(fast.id).toMatch(/^[\da-f-]{36}$/);
        const what = `${method} ${target} ${JSON.stringify(sent)}`;
        expect({ ...fast, id: undefined }, what).toEqual({ ...handled, id: undefined });
      }
    }
  }
});

it('pipelined requests on one connection get their responses in order', async () => {
  const socket = connect(site.port, '127.0.0.1');
  socket.write('GET /about HTTP/1.1\r\nhost: x\r\n\r\n');
  socket.write('GET /picture.png HTTP/1.1\r\nhost: x\r\n\r\n');
  socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const heard = await text(socket);
  const order = ['etag: "about"', 'etag: "picture"', 'handled /nowhere'];
  const places = order.map((word) => heard.indexOf(word));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

it('leaves bodies to the door, whatever they are sent to', async () => {
  expect((await ask('/about', { 'content-length': '70000' })).status).toBe(413);
});

it('survives clients that leave in the middle of many responses', async () => {
  const left = Array.from({ length: 5 }, async () => {
    const socket = connect(site.port, '127.0.0.1');
    socket.write('GET /about HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200));
    await once(socket, 'data');
    socket.resetAndDestroy();
  });
  await Promise.all(left);
  expect((await ask('/about')).status).toBe(200);
});

/** The raw target: fetch would normalise the address. */
async function ask(
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
  port = site.port,
) {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers });
  socket.write(
    `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const heard = Buffer.concat(chunks);
  const end = heard.indexOf('\r\n\r\n');
  const [first = '', ...said] = heard.subarray(0, end).toString().split('\r\n');
  const pairs = said.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const { date, connection, 'x-request-id': id, ...rest } = Object.fromEntries(pairs);
  return {
    status: Number(first.split(' ')[1]),
    id,
    headers: rest as Record<string, string | undefined>,
    bytes: heard.subarray(end + 4),
  };
}
