/**
 * How long a random walk continues: a part of the way in `npm test`, all of it in `npm run attack
 * -- proofs`. Both follow the same path, so that a failure can be reproduced.
 */
export function roundsOf({ usual, all }: { usual: number; all: number }): number {
  return import.meta.env.MODE === 'fuzz' ? all : usual;
}
