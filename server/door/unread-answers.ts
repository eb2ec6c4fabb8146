import type { ServerResponse } from 'node:http';

/** What the answers that one client has not read yet may weigh, and those of all, in bytes. */
type UnreadShares = { bytesOfOne: number; bytesOfAll: number; milliseconds: number };

const megabyte = 1_048_576;

/** Four of the largest answers to one client; whoever reads at all has none of them in memory for long. */
export const unreadShares: UnreadShares = {
  bytesOfOne: 64 * megabyte,
  bytesOfAll: 256 * megabyte,
  milliseconds: 250,
};

/**
 * Cuts off who asks and does not read. An answer that nobody takes stays in memory until its connection is given up,
 * and to ask for the next one costs the client nothing. The newest answer of a client always stays.
 */
export function createUnreadAnswers({ bytesOfOne, bytesOfAll, milliseconds }: UnreadShares) {
  /** Those that have not gone out yet, in the order in which they were asked for. */
  const open = new Map<ServerResponse, string>();
  let looking: NodeJS.Timeout | undefined;

  function look() {
    const ofClient = new Map<string, number>();
    let ofAll = 0;
    for (const [outgoing, client] of [...open].reverse()) {
      const bytes = outgoing.writableLength;
      if (bytes === 0) continue;
      const others = ofClient.get(client);
      const isTooMuch = (others ?? 0) + bytes > bytesOfOne || ofAll + bytes > bytesOfAll;
      if (others !== undefined && isTooMuch) outgoing.destroy();
      else {
        ofClient.set(client, (others ?? 0) + bytes);
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
