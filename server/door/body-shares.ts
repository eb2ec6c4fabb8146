import { widerThan } from '#api/client.ts';
import type { BodyShares } from './body-limits.ts';

/** Returns `own crowd` or `crowd` when there is no more room for this client, or for anybody. */
export type Weigh = (bytes: number) => 'own crowd' | 'crowd' | undefined;

/** How many clients' shares all the /64 networks of one /48 have together: one owner may have all 65,536 of them. */
const neighbours = 4;

/** Counts the size of bodies from their first byte until their request is answered. */
export function createBodyShares({ mostOfOne, bytesOfOne, bytesOfAll, littleOfOne }: BodyShares) {
  const holders = new Map<string, { bodies: number; bytes: number }>();
  let inAll = 0;

  const holderOf = (key: string) => holders.get(key) ?? { bodies: 0, bytes: 0 };

  return {
    /** Undefined when the client already has too many in progress. */
    open(client: string): { weigh: Weigh; close: () => void } | undefined {
      const network = `around ${widerThan(client) ?? client}`;
      const own = holderOf(client);
      const around = holderOf(network);
      if (own.bodies >= mostOfOne) return undefined;
      holders.set(client, own).set(network, around);
      let weight = 0;
      const change = (bodies: number, bytes: number) => {
        weight += bytes;
        inAll += bytes;
        for (const holder of [own, around]) {
          holder.bodies += bodies;
          holder.bytes += bytes;
        }
      };
      change(1, 0);
      return {
        weigh(bytes) {
          change(0, bytes);
          if (own.bytes > bytesOfOne) return 'own crowd';
          // Whoever holds little is not the cause, and can still sign in.
          if (own.bytes <= littleOfOne) return undefined;
          if (around.bytes > neighbours * bytesOfOne) return 'own crowd';
          return inAll > bytesOfAll ? 'crowd' : undefined;
        },
        close() {
          change(-1, -weight);
          if (own.bodies === 0) holders.delete(client);
          if (around.bodies === 0) holders.delete(network);
        },
      };
    },
  };
}
