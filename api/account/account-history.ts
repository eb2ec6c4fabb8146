import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { requireFullSession } from '../auth/sessions/require-session.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';

const pageSize = 20;

const bodySchema = z.object({ before: z.iso.datetime({ offset: true }).optional() });

/** What happened to the account, newest first, a page at a time. */
export const accountHistory: ServerFunction = async (functions, { request, caller }) => {
  const { before } = await readBody(request, bodySchema);
  const { account } = await requireFullSession(functions, { caller });
  const rows = await readHistory(functions.database.asService, account.id, pageSize + 1, before);
  return { events: rows.slice(0, pageSize), has_more: rows.length > pageSize };
};

/** Refreshes are left out: every open tab makes one an hour, and they say nothing. */
export async function readHistory(
  session: Session,
  userId: string,
  count: number,
  before?: string,
): Promise<object[]> {
  const { rows } = await session.query<object>({
    name: 'account-history',
    text: `select id, created_at, payload ->> 'action' as action, ip_address as place,
        payload -> 'traits' ->> 'device' as device,
        coalesce((payload -> 'traits')::jsonb - 'device', '{}') as details
      from private.account_log
      where payload ->> 'actor_id' = $1 and ($2::timestamptz is null or created_at < $2)
        and payload ->> 'action' not in ('token_refreshed', 'token_revoked', 'challenge_created')
      order by created_at desc limit $3`,
    values: [userId, before ?? null, count],
  });
  return rows;
}
