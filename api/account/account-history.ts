import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { requireFullSession } from '../auth/sessions/require-session.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { moment } from '../moment.ts';

const pageSize = 20;

/** The last entry already shown. Several entries can share a timestamp, so the cursor includes the id. */
const bodySchema = z.object({
  before: moment.optional(),
  beforeId: z.uuid().optional(),
});
type Place = z.infer<typeof bodySchema>;

/** The account's history, newest first, one page at a time. */
export const accountHistory: ServerFunction = async (functions, { request, caller }) => {
  const { account } = await requireFullSession(functions, { caller });
  const place = await readBody(request, bodySchema);
  const rows = await readHistory(functions.database.asService, account.id, pageSize + 1, place);
  return { events: rows.slice(0, pageSize), has_more: rows.length > pageSize };
};

/** Token refreshes are left out: every open tab makes one an hour, and they tell the reader nothing. */
export async function readHistory(
  session: Session,
  userId: string,
  count: number,
  { before, beforeId }: Place = {},
): Promise<object[]> {
  const { rows } = await session.query<object>({
    name: 'account-history',
    // Full precision: a Date has no microseconds, so entries within the same millisecond would be skipped.
    text: `select id, to_jsonb(created_at) #>> '{}' as created_at, payload ->> 'action' as action, ip_address as place,
        payload -> 'traits' ->> 'device' as device,
        coalesce((payload -> 'traits')::jsonb - 'device', '{}') as details
      from private.account_log
      where payload ->> 'actor_id' = $1 and ($2::timestamptz is null or created_at < $2
        or created_at = $2 and id < $4::uuid)
        and payload ->> 'action' not in ('token_refreshed', 'token_revoked', 'challenge_created')
      order by account_log.created_at desc, id desc limit $3`,
    values: [userId, before ?? null, count, beforeId ?? null],
  });
  return rows;
}
