import type { Database } from '#database/database.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import type { Result, Statement } from '#database/statement.ts';
import type { ErrorCode } from '../errors.ts';
import {
  clocksApart,
  countingClock,
  createLimiter,
  type Limiter,
  refuse,
  short,
} from './limiter.ts';

/** After so many free tries each further one waits longer, up to so many seconds. */
export type Delay = { free: number; longest: number };

export type TryRules = Delay & {
  /** The right answer makes up for the wrong ones. */
  isForgiven: boolean;
};

type Tried = TryRules & { kind: string; limiter: Limiter; key: string };
type WrongTries = { key: string; points: number };

export type AttemptOptions = {
  code?: ErrorCode;
  /** What the work has to ask before all else, in the round trip that asks for the tries. */
  first?: Statement;
  /** How both are asked, where that is not all of this round trip. */
  ask?: (questions: Statement[]) => Promise<Result<unknown>[]>;
};

/**
 * Waits are for wrong answers only, which are counted once they are known; until then a try counts
 * as wrong. A refused try does not lengthen the wait, or anybody could lock a person out.
 */
export function createTries(database: Database) {
  const waits = new Map<number, Limiter>();
  function waitsOf(longest: number): Limiter {
    const known =
      waits.get(longest) ??
      createLimiter(database, 'try-wait', { count: 1, seconds: 1 }, longest + clocksApart);
    waits.set(longest, known);
    return known;
  }
  /** Tries under way in this process: a thousand at the same moment are a thousand. */
  const underWay = new Map<string, number>();

  /** The wrong answers so far, of several keys in one question: each sign-in asks this. */
  function countWrong(names: readonly string[], longest: number): Statement {
    return {
      name: 'wrong-tries',
      text: `select key, points from private.rate_limits
        where key = any ($1) and expire between ${countingClock} and ${countingClock} + $2::bigint`,
      // What ends later was counted while the clock was ahead.
      values: [names, (longest + clocksApart) * 1_000],
    };
  }

  /** An answer of undefined was wrong. The work gets the rows of what was asked first. */
  return async function attempt<T, Row = never>(
    tried: readonly Tried[],
    work: (rows: Row[]) => Promise<T | undefined>,
    {
      code = 'over_request_rate_limit',
      first,
      ask = database.asService.queryAll<unknown[]>,
    }: AttemptOptions = {},
  ): Promise<T | undefined> {
    const counted = tried.map(({ limiter, key, ...rules }) => {
      const name = limiter.getKey(short(key));
      const others = underWay.get(name) ?? 0;
      underWay.set(name, others + 1);
      return { ...rules, limiter, key: short(key), name, others };
    });
    try {
      const lasting = Math.max(...counted.map(({ limiter }) => limiter.duration));
      const question = countWrong(
        counted.map(({ name }) => name),
        lasting,
      );
      const answers = await ask(first ? [question, first] : [question]);
      const [tries, asked] = answers as [Result<WrongTries>, Result<Row>?];
      const wrong = new Map(tries.rows.map(({ key, points }) => [key, points]));
      for (const { kind, free, longest, name, others } of counted) {
        const beyond = (wrong.get(name) ?? 0) + others + 1 - free;
        if (beyond <= 0) continue;
        const customDuration = Math.min(2 ** Math.min(beyond - 1, 20), longest);
        await waitsOf(longest)
          .consume(name, 1, { customDuration })
          .catch((no) => {
            noteOfRequest({ limit: kind });
            refuse(no, code);
          });
      }
      const answer = await work(asked?.rows ?? []);
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
