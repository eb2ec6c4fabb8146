import type { BodyShares } from './body-limits.ts';

/** Returns `own crowd` or `crowd` when there is no more room for this client, or for anybody. */
export type Weigh = (bytes: number) => 'own crowd' | 'crowd' | undefined;

/** Counts the size of bodies from their first byte until their request is answered. */
export function createBodyShares({ mostOfOne, bytesOfOne, bytesOfAll }: BodyShares) {
  const clients = new Map<string, { bodies: number; bytes: number }>();
  let inAll = 0;

  return {
    /** Undefined when the client already has too many in progress. */
    open(client: string): { weigh: Weigh; close: () => void } | undefined {
      const own = clients.get(client) ?? { bodies: 0, bytes: 0 };
      if (own.bodies >= mostOfOne) return undefined;
      clients.set(client, own);
      own.bodies += 1;
      let weight = 0;
      return {
        weigh(bytes) {
          weight += bytes;
          own.bytes += bytes;
          inAll += bytes;
          if (own.bytes > bytesOfOne) return 'own crowd';
          return inAll > bytesOfAll ? 'crowd' : undefined;
        },
        close() {
          own.bodies -= 1;
          own.bytes -= weight;
          inAll -= weight;
          if (own.bodies === 0) clients.delete(client);
        },
      };
    },
  };
}
