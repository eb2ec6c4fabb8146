import type { Database } from '#database/database.ts';
import { openProvenLine } from '#database/lines/proven-line.ts';
import { createRecentlyUsed } from './rest/recently-used.ts';

/** What decides whether a session may continue, besides the clock. */
export type SessionState = {
  aal: string;
  /** In milliseconds, by this process's clock; Infinity if there is no end. */
  endsAt: number;
  bannedUntil: number;
  hasSecondFactor: boolean;
};

export type SessionWatch = {
  /** The cached state, if it is certain to be less than a second old. */
  recall(userId: string, sessionId: string): SessionState | undefined;
  /** The database's current state; undefined for a session that does not exist. */
  read(userId: string, sessionId: string): Promise<SessionState | undefined>;
};

/** Announces whose sessions may have ended: a person's id, or "all". */
export const sessionsChanged = 'sessions_changed';
/** The size of the cache: some ten thousand people, each with a few devices. */
const mostPeople = 10_000;
const mostSessionsOfOne = 50;

/**
 * Caches the sessions in use and drops those that NOTIFY names. The cache is only trusted while the connection is
 * proved to work; without a recent proof (it is lost or slow, or nothing has been requested for a while) the database
 * is asked each time. So no change goes unnoticed for longer than a second, whatever happens to the connection.
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
        // What was cached before a gap may have changed unnoticed.
        people.forgetAll();
        return undefined;
      }
      return people.find(userId)?.get(sessionId);
    },
    async read(userId, sessionId) {
      // Taken before the database is queried: if a change is announced in the meantime, this entry is dropped, with
      // everything that still arrives in it.
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

/** Claims may contain anything, because everybody with one of our keys can sign tokens. */
export const isUuid = (text: string) => uuid.test(text);

/** The database's current state; undefined for a session that does not exist. */
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
  // Relative to the database's clock, which wrote the times; ours only counts from there.
  const here = (at: number) => Date.now() + (at - row.now) * 1_000;
  return {
    aal: row.aal,
    endsAt: row.ends_at === null ? Number.POSITIVE_INFINITY : here(row.ends_at),
    bannedUntil: row.banned_until === null ? 0 : here(row.banned_until),
    hasSecondFactor: row.has_second_factor,
  };
}
