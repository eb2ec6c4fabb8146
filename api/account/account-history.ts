import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { requireFullSession } from '../auth/sessions/require-session.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { moment } from '../moment.ts';

const pageSize = 20;

/** What was shown last: several entries are of one moment, so its number goes with it. */
const bodySchema = z.object({
  before: moment.optional(),
  beforeId: z.uuid().optional(),
});
type Place = z.infer<typeof bodySchema>;

/** What happened to the account, newest first, a page at a time. */
export const accountHistory: ServerFunction = async (functions, { request, caller }) => {
  const { account } = await requireFullSession(functions, { caller });
  const place = await readBody(request, bodySchema);
  const rows = await readHistory(functions.database.asService, account.id, pageSize + 1, place);
  return { events: rows.slice(0, pageSize), has_more: rows.length > pageSize };
};

/** Refreshes are left out: every open tab makes one an hour, and they say nothing. */
export async function readHistory(
  session: Session,
  userId: string,
  count: number,
  { before, beforeId }: Place = {},
): Promise<object[]> {
  const { rows } = await session.query<object>({
    name: 'account-history',
    // As exact as it is: a Date has no microseconds, and what lies between would be passed over.
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
