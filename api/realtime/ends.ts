import type { Caller, Database } from '#database/database.ts';
import { openProvenLine } from '#database/lines/proven-line.ts';
import { sessionsChanged } from '../watch-sessions.ts';
import { expired, Refused } from './identify.ts';

/** Something that ends with its member's session. */
export type Ending = {
  readonly caller: Caller;
  /** When it ends on its own, in milliseconds. */
  readonly endsAt: number;
  end(why: Refused): void;
};

/** How often the clock is checked, in milliseconds; changes in the database arrive at once. */
const lookEvery = 500;
const atOnce = 20;

/** Ends channels whose token has expired, or whose session or account is no longer valid. */
export function createEnds(
  database: Database,
  examine: (caller: Caller) => Promise<number>,
  reportBug: (error: unknown) => void,
) {
  const people = new Map<string, Set<Ending>>();
  const line = openProvenLine(database, sessionsChanged, { hear, forgetAll: askAll });
  let clock: NodeJS.Timeout | undefined;
  let isAskingAll = false;

  function look() {
    const now = Date.now();
    // Events may be missed while the connection is not proved to work: until it is, all sessions are checked once a
    // second.
    if (people.size > 0 && !line.isProven()) askAll();
    for (const endings of people.values()) {
      for (const ending of [...endings]) {
        if (ending.endsAt <= now) ending.end(expired(ending.endsAt));
      }
    }
  }

  async function ask(endings: Iterable<Ending>) {
    // One query for each session, however many channels it has.
    const bySession = [...Map.groupBy(endings, ({ caller }) => caller.claims)];
    const next = async (): Promise<void> => {
      const one = bySession.pop();
      if (!one) return;
      const [, some] = one;
      const [first] = some;
      try {
        if (first) await examine(first.caller);
      } catch (error) {
        if (error instanceof Refused) for (const ending of some) ending.end(error);
        else reportBug(error);
      }
      return next();
    };
    await Promise.all(Array.from({ length: atOnce }, next));
  }

  async function askAll() {
    if (isAskingAll) return;
    isAskingAll = true;
    try {
      await ask([...people.values()].flatMap((some) => [...some]));
    } finally {
      isAskingAll = false;
    }
  }

  function hear(word: string) {
    if (word === 'all') askAll();
    else ask(people.get(word) ?? []);
  }

  return {
    /** Resolves once ends will be noticed. */
    async watch(ending: Ending) {
      const { sub } = ending.caller.claims;
      if (typeof sub !== 'string') return;
      people.set(sub, (people.get(sub) ?? new Set()).add(ending));
      clock ??= setInterval(look, lookEvery).unref();
      // If that cannot be proved now, the timer asks until it can.
      await line.prove();
    },
    forget(ending: Ending) {
      const { sub } = ending.caller.claims;
      if (typeof sub !== 'string') return;
      const some = people.get(sub);
      some?.delete(ending);
      if (some?.size === 0) people.delete(sub);
    },
    stop() {
      clearInterval(clock);
      clock = undefined;
    },
  };
}
