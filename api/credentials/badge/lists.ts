import type { Database } from '#database/database.ts';
import type { StatusPurpose } from './facts.ts';
import type { Issuer } from './issuer.ts';
import { signList } from './status-list.ts';

/**
 * In milliseconds, on a monotonic clock. Including the time that checkers cache a list, a change is known everywhere
 * within a minute.
 */
const madeAgainAfter = 10_000;

export type AskLists = (purpose: StatusPurpose, list: number) => Promise<string | undefined>;

/** The status lists, signed at most once every ten seconds however many requests there are. */
export function createLists(database: Database, issuer: Issuer): AskLists {
  const made = new Map<string, { at: number; signed: Promise<string | undefined> }>();

  async function make(purpose: StatusPurpose, list: number): Promise<string | undefined> {
    const { rows } = await database.asService.query<{ bits: number[] | null; newest: number }>({
      name: `status-list-${purpose}`,
      text: `select
          (select array_agg(status_index) from register.status_bits where status_list = $1
            and ${purpose === 'revocation' ? 'is_revoked' : '(is_suspended or is_revoked)'}) as bits,
          (select max(status_list) from register.awards) as newest`,
      values: [list],
    });
    const [row] = rows;
    // The first list exists before the first credential.
    if (!row || list > Math.max(1, row.newest ?? 0)) return undefined;
    return signList(issuer, { purpose, list, setBits: row.bits ?? [] });
  }

  return (purpose, list) => {
    const key = `${purpose} ${list}`;
    const known = made.get(key);
    if (known && performance.now() - known.at < madeAgainAfter) return known.signed;
    const signed = make(purpose, list);
    made.set(key, { at: performance.now(), signed });
    const forget = () => {
      if (made.get(key)?.signed === signed) made.delete(key);
    };
    // Lists that do not exist are not cached.
    signed.then((found) => found ?? forget(), forget);
    return signed;
  };
}
