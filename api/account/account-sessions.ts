import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { note } from '../auth/audit.ts';
import { requireFullSession } from '../auth/sessions/require-session.ts';
import { endSessions } from '../auth/sessions/sessions.ts';
import { clientOf, describeAgent, networkOf } from '../client.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';

const bodySchema = z.object({ end: z.uuid().optional() });

/** Where the person is signed in. With `end`, that session is ended first and the answer lists the rest. */
export const accountSessions: ServerFunction = async (functions, { request, caller }) => {
  const { account, session: open } = await requireFullSession(functions, { caller });
  const { end } = await readBody(request, bodySchema);
  return functions.database.asService.transaction(async (session) => {
    if (end) {
      const ended = await endSessions(session, account.id, { only: end });
      if (ended) await note(session, clientOf(request), account, 'logout', { scope: 'one', ended });
    }
    return { sessions: await listSessions(session, account.id, open.id) };
  });
};

type Row = {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  user_agent: string | null;
  ip: string | null;
  aal: string;
};

async function listSessions(session: Session, userId: string, currentId: string) {
  const { rows } = await session.query<Row>({
    name: 'account-sessions',
    text: `select id, created_at, coalesce(refreshed_at, created_at) as last_seen_at, user_agent,
        host(ip) as ip, aal
      from private.account_sessions where user_id = $1 and not_after > now()
      order by id = $2 desc, last_seen_at desc`,
    values: [userId, currentId],
  });
  return rows.map(({ user_agent, ip, ...row }) => ({
    ...row,
    device: describeAgent(user_agent ?? ''),
    place: networkOf(ip ?? ''),
    is_current: row.id === currentId,
  }));
}
