import type { BodyShares } from './body-limits.ts';

/** Says `own crowd` or `crowd` where there is no more room for this client, or for anybody. */
export type Weigh = (bytes: number) => 'own crowd' | 'crowd' | undefined;

/** Counts what bodies weigh from their first byte until their request is answered. */
export function createBodyShares({ mostOfOne, bytesOfOne, bytesOfAll }: BodyShares) {
  const clients = new Map<string, { bodies: number; bytes: number }>();
  let inAll = 0;

  return {
    /** Undefined when the client has too many under way already. */
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
