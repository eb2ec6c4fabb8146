import type { Database } from '#database/database.ts';
import type { ErrorCode } from '../errors.ts';
import { createLimiter, type Limiter, refuse, short } from './limiter.ts';

/** After so many free tries each further one waits longer, up to so many seconds. */
export type Delay = { free: number; longest: number };

export type TryRules = Delay & {
  /** The right answer makes up for the wrong ones. */
  isForgiven: boolean;
};

type Tried = TryRules & { limiter: Limiter; key: string };

/**
 * Waits are for wrong answers only, which are counted once they are known; until then a try counts
 * as wrong. A refused try does not lengthen the wait, or anybody could lock a person out.
 */
export function createTries(database: Database) {
  const waits = createLimiter(database, 'try-wait', { count: 1, seconds: 1 });
  /** Tries under way in this process: a thousand at the same moment are a thousand. */
  const underWay = new Map<string, number>();

  /** The wrong answers so far, of several keys in one question: each sign-in asks this. */
  async function countWrong(names: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await database.asService.query<{ key: string; points: number }>({
      name: 'wrong-tries',
      text: `select key, points from auth.rate_limits
        where key = any ($1) and (expire is null or expire > $2)`,
      values: [names, Date.now()],
    });
    return new Map(rows.map(({ key, points }) => [key, points]));
  }

  /** An answer of undefined was wrong. */
  return async function attempt<T>(
    tried: readonly Tried[],
    work: () => Promise<T | undefined>,
    code: ErrorCode,
  ): Promise<T | undefined> {
    const counted = tried.map(({ limiter, key, ...rules }) => {
      const name = limiter.getKey(short(key));
      const others = underWay.get(name) ?? 0;
      underWay.set(name, others + 1);
      return { ...rules, limiter, key: short(key), name, others };
    });
    try {
      const wrong = await countWrong(counted.map(({ name }) => name));
      for (const { free, longest, name, others } of counted) {
        const beyond = (wrong.get(name) ?? 0) + others + 1 - free;
        if (beyond <= 0) continue;
        const customDuration = Math.min(2 ** Math.min(beyond - 1, 20), longest);
        await waits.consume(name, 1, { customDuration }).catch((no) => refuse(no, code));
      }
      const answer = await work();
      const after = counted.map(async ({ limiter, key, name, isForgiven }) => {
        if (answer === undefined) await limiter.penalty(key);
        else if (isForgiven && wrong.has(name)) await limiter.delete(key);
      });
      await Promise.all(after);
      return answer;
    } finally {
      for (const { name } of counted) {
        const left = (underWay.get(name) ?? 1) - 1;
        if (left > 0) underWay.set(name, left);
        else underWay.delete(name);
      }
    }
  };
}
