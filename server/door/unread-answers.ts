import type { ServerResponse } from 'node:http';

/** The most that unread responses may take in memory, for one client and for all together, in bytes. */
type UnreadShares = { bytesOfOne: number; bytesOfAll: number; milliseconds: number };

const megabyte = 1_048_576;

/** Four of the largest responses for one client; a client that reads at all leaves none in memory for long. */
export const unreadShares: UnreadShares = {
  bytesOfOne: 64 * megabyte,
  bytesOfAll: 256 * megabyte,
  milliseconds: 250,
};

/**
 * Cuts off clients that send requests and read no responses. An unread response stays in memory until its connection
 * times out, and the next request costs the client nothing. The newest response of a client always stays.
 */
export function createUnreadAnswers({ bytesOfOne, bytesOfAll, milliseconds }: UnreadShares) {
  /** Responses that have not been sent completely, oldest request first. */
  const open = new Map<ServerResponse, string>();
  let looking: NodeJS.Timeout | undefined;

  function look() {
    const ofClient = new Map<string, number>();
    let ofAll = 0;
    for (const [outgoing, client] of [...open].reverse()) {
      const bytes = outgoing.writableLength;
      if (bytes === 0) continue;
      const others = ofClient.get(client);
      const own = (others ?? 0) + bytes;
      const isTooMuch = own > bytesOfOne || (ofAll + bytes > bytesOfAll && own > megabyte);
      // With its connection: a response that queues behind another would be sent all the same.
      if (others !== undefined && isTooMuch) outgoing.req.socket.destroy();
      else {
        ofClient.set(client, own);
        ofAll += bytes;
      }
    }
  }

  function forget(outgoing: ServerResponse) {
    open.delete(outgoing);
    if (open.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  return (outgoing: ServerResponse, client: string) => {
    open.set(outgoing, client);
    outgoing.once('close', () => forget(outgoing));
    looking ??= setInterval(look, milliseconds).unref();
  };
}
