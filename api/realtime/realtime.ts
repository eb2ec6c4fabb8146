import type { Caller } from '#database/database.ts';
import { answerBroadcast } from './broadcast-endpoint.ts';
import { connect, type Peer } from './connection.ts';
import { createParts, type RealtimeDependencies } from './parts.ts';

/** What a socket is told when the server closes it. */
export const restarts = [1001, 'The server restarts'] as const;

/** Sockets, their channels, and the endpoint for broadcasts without a socket. */
export function createRealtime(dependencies: RealtimeDependencies) {
  const realtime = createParts(dependencies);
  const sockets = new Set<Peer>();
  let isStopping = false;
  return {
    answer: (request: Request, caller: Caller, client: string) =>
      answerBroadcast(realtime, request, caller, client),

    /** Accepts a socket, or says why there is no room for it. */
    connect(peer: Peer): 'connected' | 'too many of one' | 'too many' | 'stopping' {
      if (isStopping) return 'stopping';
      if (sockets.size >= realtime.limits.socketsOfProcess) return 'too many';
      const place = realtime.socketsOf(peer.client);
      if (!place.take()) return 'too many of one';
      sockets.add(peer);
      connect(realtime, peer, () => {
        sockets.delete(peer);
        place.give();
      });
      return 'connected';
    },

    state: () => ({ sockets: sockets.size, channels: realtime.hub.channels() }),

    async stop() {
      isStopping = true;
      for (const peer of sockets) peer.close(...restarts);
      realtime.ends.stop();
      await realtime.hub.stop();
    },
  };
}
