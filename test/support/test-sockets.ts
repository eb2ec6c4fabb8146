import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RealtimeClient, type RealtimeClientOptions } from '@supabase/supabase-js';
import { afterAll } from 'vitest';
import type { Api } from '#api/api.ts';
import { acceptSockets, isForSocket } from '#server/sockets/sockets.ts';
import { testKeys } from './test-keys.ts';

/** The API on a port, with its sockets, for official clients of Realtime. */
export async function openSockets(
  api: Api,
  reportBug: (error: unknown) => void = () => {},
  begunShares?: Parameters<typeof acceptSockets>[1]['begunShares'],
) {
  const server = createServer({ shouldUpgradeCallback: isForSocket }, getRequestListener(api));
  const end = acceptSockets(server, {
    realtime: api.realtime,
    clientOf: ({ socket }) => socket.remoteAddress ?? '',
    reportBug,
    begunShares,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clients: RealtimeClient[] = [];

  async function stop() {
    await Promise.all(clients.map((client) => client.disconnect()));
    await end();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  afterAll(stop);

  return {
    server,
    port,
    stop,
    /** As `createClient` does it; with a token, for the person it names. */
    connect(token?: string, options: Partial<RealtimeClientOptions> = {}) {
      const client = new RealtimeClient(`ws://127.0.0.1:${port}/realtime/v1`, {
        params: { apikey: testKeys.publishableKey },
        ...(token && { accessToken: async () => token }),
        reconnectAfterMs: () => 50,
        ...options,
      });
      clients.push(client);
      return client;
    },
  };
}

type Channel = ReturnType<RealtimeClient['channel']>;

/** Resolves once the channel is joined, without retrying; throws with the server's reason if it is refused. */
export async function joined(channel: Channel): Promise<Channel> {
  // The client sends a join immediately, with the token that it has at that moment.
  await channel.socket.setAuth();
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') return resolve(channel);
      channel.teardown();
      reject(error ?? new Error(status));
    });
  });
}

/** The next broadcast of an event. */
export function nextBroadcast(channel: Channel, event: string): Promise<Record<string, unknown>> {
  return new Promise((resolve) => channel.on('broadcast', { event }, resolve));
}
