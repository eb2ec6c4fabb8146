import type { Caller, Database, Transaction } from '#database/database.ts';
import { DatabaseBusy, DatabaseUnavailable } from '#database/database-unavailable.ts';

export type Extension = 'broadcast' | 'presence';
export type Rights = Record<Extension, boolean>;

/** Thrown to roll back the rows written for the check. */
class Asked extends Error {}

/**
 * Evaluates the policies of `realtime.messages` like the original: anybody who could select a row of the topic may
 * listen to its channel, and anybody who could insert one may send there. The rows are rolled back.
 */
export function createAuthorization(database: Database, reportBug: (error: unknown) => void) {
  async function ask<T>(work: (session: Transaction) => Promise<T>): Promise<T> {
    let answer: T | undefined;
    try {
      await database.asService.transaction(async (session) => {
        answer = await work(session);
        throw new Asked();
      });
    } catch (error) {
      if (!(error instanceof Asked)) throw error;
    }
    return answer as T;
  }

  /** If a policy fails, nobody gets in. */
  async function askPolicies<T>(no: T, work: (session: Transaction) => Promise<T>): Promise<T> {
    try {
      return await ask(work);
    } catch (error) {
      if (error instanceof DatabaseUnavailable || error instanceof DatabaseBusy) throw error;
      reportBug(error);
      return no;
    }
  }

  return {
    mayRead: (caller: Caller, topic: string): Promise<Rights> =>
      askPolicies({ broadcast: false, presence: false }, async (session) => {
        const ids: Record<Extension, string> = {
          broadcast: crypto.randomUUID(),
          presence: crypto.randomUUID(),
        };
        const [, , { rows }] = await session.queryAll<[unknown, unknown, { id: string }]>([
          {
            name: 'rows-of-a-topic',
            text: `insert into realtime.messages (id, topic, extension)
              values ($1, $3, 'broadcast'), ($2, $3, 'presence')`,
            values: [ids.broadcast, ids.presence, topic],
          },
          becomeIn(caller, topic),
          {
            name: 'seen-rows-of-a-topic',
            text: 'select id from realtime.messages where id in ($1, $2)',
            values: [ids.broadcast, ids.presence],
          },
        ]);
        const sees = (id: string) => rows.some((row) => row.id === id);
        return { broadcast: sees(ids.broadcast), presence: sees(ids.presence) };
      }),

    mayWrite: (caller: Caller, topic: string, extension: Extension): Promise<boolean> =>
      askPolicies(false, async (session) => {
        try {
          await session.queryAll<[unknown, unknown]>([
            becomeIn(caller, topic),
            {
              name: 'row-of-a-topic',
              text: 'insert into realtime.messages (topic, extension) values ($1, $2)',
              values: [topic, extension],
            },
          ]);
          return true;
        } catch (error) {
          if ((error as { code?: string }).code === '42501') return false;
          throw error;
        }
      }),
  };
}

function becomeIn({ role, claims }: Caller, topic: string) {
  return {
    name: 'become-in-topic',
    text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
      set_config('realtime.topic', $3, true)`,
    values: [role, JSON.stringify(claims), topic],
  };
}
