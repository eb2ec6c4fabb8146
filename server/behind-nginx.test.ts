import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RealtimeClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';
import { hasNginx, startNginx } from '../bench/parts/nginx.ts';

const { call } = await openTestApi();

it.skipIf(!hasNginx())('sockets pass through the configuration in deploy/', async () => {
  const site = await openSockets(call);
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  chmodSync(folder, 0o755); // nginx serves as a user of its own
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
    // What is no socket passes there, too.
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
