/**
 * How often a random walk goes on: a part of the way in `npm test`, all of it in `npm run attack -- proofs`. Both take the same
 * way, so that a failure can be looked at again.
 */
export function roundsOf({ usual, all }: { usual: number; all: number }): number {
  return import.meta.env.MODE === 'fuzz' ? all : usual;
}
