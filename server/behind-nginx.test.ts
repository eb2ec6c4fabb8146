import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RealtimeClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';
import { hasNginx, startNginx } from '../bench/parts/nginx.ts';

const { call } = await openTestApi();

it('nginx waits for half-sent requests no longer than the site does', () => {
  const [proxy = '', site = ''] = ['deploy/nginx.conf', 'server/listen.ts'].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const seconds = Number(site.match(/headersTimeout: (\d+)_000/)?.[1]);
  for (const what of ['header', 'body']) {
    expect(proxy).toContain(`client_${what}_timeout ${seconds}s;`);
  }
});

it.skipIf(!hasNginx())('sockets pass through the configuration in deploy/', async () => {
  const site = await openSockets(call);
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  chmodSync(folder, 0o755); // nginx's workers run as a user of their own
  const { child, urls } = await startNginx(folder, `127.0.0.1:${site.port}`, []);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const client = new RealtimeClient(`${urls.proxy.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: testKeys.publishableKey },
  });
  try {
    const channel = client.channel('hall', { config: { broadcast: { self: true } } });
    const said = new Promise((resolve) => channel.on('broadcast', { event: 'shout' }, resolve));
    await joined(channel);
    await channel.send({ type: 'broadcast', event: 'shout', payload: { text: 'Grüß' } });
    expect(await said).toMatchObject({ payload: { text: 'Grüß' } });
    // Plain requests pass there too.
    const byHttp = await fetch(`${urls.proxy}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: testKeys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'hall', event: 'shout', payload: {} }] }),
    });
    expect(byHttp.status).toBe(202);
  } finally {
    await client.disconnect();
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

it.skipIf(!hasNginx())(
  'an address that ends with the name of an encoding is another address, and no query is logged',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    chmodSync(folder, 0o755);
    const site = createServer(({ url }, response) => {
      response.setHeader('x-accel-expires', '60').end(url);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    const { child, urls } = await startNginx(folder, `127.0.0.1:${port}`, []);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const ask = async (path: string, packing: string) => {
      const headers = { 'accept-encoding': packing };
      return (await fetch(urls.proxy + path, { headers })).text();
    };
    try {
      expect(await ask('/jobs?q=br', 'identity')).toBe('/jobs?q=br');
      expect(await ask('/jobs?q=', 'br')).toBe('/jobs?q=');
      // A form with a 6 MB file is a little larger than that.
      const form = new Uint8Array(6 * 1_048_576 + 10_000);
      expect((await fetch(urls.proxy, { method: 'POST', body: form })).status).toBe(200);
      site.close().closeAllConnections();
      expect((await fetch(`${urls.proxy}/auth/confirm?token=secret`)).status).toBe(503);
      // nginx writes the line when it is done with the request, which may be after the response.
      child.kill('SIGQUIT');
      await ended;
      const [log = '', errors] = ['site.log', 'site-error.log'].map((name) =>
        readFileSync(join(folder, name), 'utf8'),
      );
      const lines = ['200 GET /jobs', '200 GET /jobs', '200 POST /', '503 GET /auth/confirm'];
      expect(log.match(/\d{3} [A-Z]+ \S+/g)).toEqual(lines);
      expect(`${log}${errors}`).not.toMatch(/127\.0\.0\.1|secret|q=/);
    } finally {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
