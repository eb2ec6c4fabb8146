import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, it } from 'vitest';
import { listen } from '#server/listen.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openLibrary } from './fixture/library.ts';

const { call, ask, actors } = await openLibrary();
const { headers: key } = actors.anonymous;
const long = 'rpc/squares?most=500';

async function read(path: string, accepted?: string, more: Record<string, string> = {}) {
  const headers = {
    ...key,
    ...more,
    ...(accepted !== undefined && { 'accept-encoding': accepted }),
  };
  const response = await call(new Request(`${siteUrl}/rest/v1/${path}`, { headers }));
  return {
    status: response.status,
    packing: response.headers.get('content-encoding'),
    vary: response.headers.get('vary'),
    range: response.headers.get('content-range'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

it('compresses a long list as the client accepts, and says that it depends on that', async () => {
  const plain = await read(long);
  expect([plain.packing, plain.vary]).toEqual([null, expect.stringContaining('Accept-Encoding')]);
  expect(plain.bytes.length).toBeGreaterThan(4_000);
  const ways: [accepted: string, packing: string | null, unpack: (bytes: Buffer) => Buffer][] = [
    ['gzip, deflate, br, zstd', 'br', (bytes) => brotliDecompressSync(bytes)],
    ['br;q=0, gzip', 'gzip', (bytes) => gunzipSync(bytes)],
    ['deflate', null, (bytes) => bytes],
    ['identity', null, (bytes) => bytes],
    ['', null, (bytes) => bytes],
  ];
  for (const [accepted, packing, unpack] of ways) {
    const answer = await read(long, accepted);
    expect([accepted, answer.status, answer.packing]).toEqual([accepted, 200, packing]);
    expect(unpack(answer.bytes).equals(plain.bytes)).toBe(true);
    if (packing) expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
  }
});

it('gives the range of a compressed part, and compresses CSV too', async () => {
  const wanted = { prefer: 'count=exact', range: '0-299', accept: 'text/csv' };
  const plain = await read(long, undefined, wanted);
  const packed = await read(long, 'br', wanted);
  expect([packed.status, packed.range, packed.packing]).toEqual([206, '0-299/500', 'br']);
  expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
});

it('leaves a short list, an error and a HEAD uncompressed', async () => {
  for (const path of ['rpc/squares?most=5', 'nothing']) {
    expect([path, (await read(path, 'br')).packing]).toEqual([path, null]);
  }
  const head = await ask(long, { ...key, 'accept-encoding': 'br' }, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-encoding'), head.text]).toEqual([200, null, '']);
});

it('compresses the description at the root', async () => {
  const service = actors.staff.headers;
  const plain = await read('', undefined, service);
  const packed = await read('', 'br', service);
  expect(packed.packing).toBe('br');
  expect(JSON.parse(brotliDecompressSync(packed.bytes).toString())).toEqual(
    JSON.parse(plain.bytes.toString()),
  );
});

it('is read by the official client over the network', async () => {
  const site = await listen(call, '127.0.0.1', 0);
  afterAll(site.close);
  const packings: (string | null)[] = [];
  const client = createClient(`http://127.0.0.1:${site.port}`, key.apikey ?? '', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        packings.push(response.headers.get('content-encoding'));
        return response;
      },
    },
  });
  const { data, error } = await client.rpc('squares', { most: 500 }, { get: true });
  expect([error, data?.length]).toEqual([null, 500]);
  // Node only accepts brotli over an encrypted connection.
  expect(packings).toEqual(['gzip']);
});
