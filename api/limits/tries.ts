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

/** After `free` attempts, each further one waits longer, up to `longest` seconds. */
export type Delay = { free: number; longest: number };

export type TryRules = Delay & {
  /** The correct answer clears the wrong ones. */
  isForgiven: boolean;
};

type Tried = TryRules & { kind: string; limiter: Limiter; key: string };
type WrongTries = { key: string; points: number };

export type AttemptOptions = {
  code?: ErrorCode;
  /** A statement that the work needs first, sent in the round trip that reads the attempts. */
  first?: Statement;
  /** How to send both, if they share their round trip with other statements. */
  ask?: (questions: Statement[]) => Promise<Result<unknown>[]>;
};

/**
 * Only wrong answers cause waits. They are counted once they are known; until then an attempt counts as wrong. A
 * refused attempt does not lengthen the wait, or anybody could lock a person out.
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
  /** Attempts in progress in this process, so that a thousand concurrent ones count as a thousand. */
  const underWay = new Map<string, number>();

  /** Reads the wrong answers of several keys in one statement, because every sign-in needs this. */
  function countWrong(names: readonly string[], longest: number): Statement {
    return {
      name: 'wrong-tries',
      text: `select key, points from private.rate_limits
        where key = any ($1) and expire between ${countingClock} and ${countingClock} + $2::bigint`,
      // Rows that expire later were counted while the clock was ahead.
      values: [names, (longest + clocksApart) * 1_000],
    };
  }

  /** An answer of undefined means a wrong one. The work gets the rows of the `first` statement. */
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
