import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RealtimeClient } from '@supabase/supabase-js';
import { createApi } from '#api/api.ts';
import { createImages } from '#api/storage/images.ts';
import { openDatabase } from '#database/database.ts';
import { createDiskFiles } from '#server/outside/files/disk.ts';
import { acceptSockets, isForSocket } from '#server/sockets/sockets.ts';
import { testAuth } from './test-auth.ts';
import { testKeys } from './test-keys.ts';

/**
 * An API process in which somebody is present in `lobby`, started with its configuration in JSON.
 */
const { login, folder, realtimeLimits } = JSON.parse(process.argv[2] ?? '');
const reportBug = (error: unknown) => process.stderr.write(`${error}\n`);
const api = createApi({
  database: openDatabase(login, 2),
  keys: testKeys,
  payments: undefined,
  reportBug,
  auth: await testAuth(),
  storage: { files: createDiskFiles(folder), images: createImages() },
  realtimeLimits,
});
const server = createServer({ shouldUpgradeCallback: isForSocket }, getRequestListener(api));
acceptSockets(server, { realtime: api.realtime, clientOf: () => '127.0.0.1', reportBug });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const client = new RealtimeClient(`ws://127.0.0.1:${port}/realtime/v1`, {
  params: { apikey: testKeys.publishableKey },
});
const channel = client.channel('lobby', { config: { presence: { key: 'killed' } } });
channel.subscribe(async (status) => {
  if (status === 'SUBSCRIBED') process.stdout.write(`${await channel.track({ is: 'there' })}\n`);
});
