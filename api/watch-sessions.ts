import type { Database } from '#database/database.ts';
import { openProvenLine } from '#database/lines/proven-line.ts';
import { createRecentlyUsed } from './rest/recently-used.ts';

/** What decides whether a session may go on, beside the clock. */
export type SessionState = {
  aal: string;
  /** Times of this process, in milliseconds; Infinity where there is no end. */
  endsAt: number;
  bannedUntil: number;
  hasSecondFactor: boolean;
};

export type SessionWatch = {
  /** What is remembered, where it is certain to be younger than a second. */
  recall(userId: string, sessionId: string): SessionState | undefined;
  /** What the database says now; undefined for a session that is not there. */
  read(userId: string, sessionId: string): Promise<SessionState | undefined>;
};

/** Says whose sessions, of which one may have ended: a person's id, or "all". */
export const sessionsChanged = 'sessions_changed';
/** Bounds of the memory: some ten thousand people, each with the devices that a person has. */
const mostPeople = 10_000;
const mostSessionsOfOne = 50;

/**
 * Remembers the sessions that come again and forgets those that NOTIFY names. The memory is trusted
 * only while the line is proven; without a fresh proof (the line is lost or late, nobody has asked for a
 * while) the database is asked each time. So no change goes unnoticed for longer than a second, whatever
 * happened to the line.
 */
export function watchSessions(database: Database): SessionWatch {
  const people = createRecentlyUsed<Map<string, SessionState>>({ items: mostPeople });
  const line = openProvenLine(database, sessionsChanged, {
    hear: (word) => (word === 'all' ? people.forgetAll() : people.forget(word)),
    forgetAll: people.forgetAll,
  });

  return {
    recall(userId, sessionId) {
      if (!line.isProven()) {
        // What was remembered before a gap may have changed unheard.
        people.forgetAll();
        return undefined;
      }
      return people.find(userId)?.get(sessionId);
    },
    async read(userId, sessionId) {
      // Taken before the database is asked: when a change is heard meanwhile, this place is forgotten
      // with all that still arrives in it.
      const place = people.get(userId, () => new Map());
      const state = await readSessionState(database, userId, sessionId);
      if (!state) return undefined;
      if (place.size >= mostSessionsOfOne) place.clear();
      place.set(sessionId, state);
      return state;
    },
  };
}

type Row = {
  aal: string;
  now: number;
  ends_at: number | null;
  banned_until: number | null;
  has_second_factor: boolean;
};

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What a token names may be anything: whoever has a key of ours may sign. */
export const isUuid = (text: string) => uuid.test(text);

/** What the database says of it now; undefined for a session that is not there. */
export async function readSessionState(
  database: Database,
  userId: string,
  sessionId: string,
): Promise<SessionState | undefined> {
  if (!isUuid(userId) || !isUuid(sessionId)) return undefined;
  const { rows } = await database.asService.query<Row>({
    name: 'session-state',
    text: `select s.aal, extract(epoch from now())::float8 as now,
        extract(epoch from s.not_after)::float8 as ends_at,
        extract(epoch from u.banned_until)::float8 as banned_until,
        exists (select from private.account_factors f where f.user_id = u.id
          and f.status = 'verified' and f.factor_type <> 'recovery_code') as has_second_factor
      from private.account_sessions s join private.accounts u on u.id = s.user_id
      where s.id = $1 and u.id = $2 and u.deleted_at is null`,
    values: [sessionId, userId],
  });
  const [row] = rows;
  if (!row) return undefined;
  // By the database's clock, which wrote the times; ours only counts on from there.
  const here = (at: number) => Date.now() + (at - row.now) * 1_000;
  return {
    aal: row.aal,
    endsAt: row.ends_at === null ? Number.POSITIVE_INFINITY : here(row.ends_at),
    bannedUntil: row.banned_until === null ? 0 : here(row.banned_until),
    hasSecondFactor: row.has_second_factor,
  };
}
