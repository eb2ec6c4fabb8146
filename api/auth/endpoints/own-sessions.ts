import { z } from 'zod';
import { describeAgent } from '../../client.ts';
import { ApiError } from '../../errors.ts';
import { note } from '../audit.ts';
import { check } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { json } from '../respond.ts';
import { requireFullSession } from '../sessions/require-session.ts';
import { endSessions } from '../sessions/sessions.ts';

type SessionRow = {
  id: string;
  created_at: Date;
  refreshed_at: Date | null;
  aal: string;
  user_agent: string | null;
  ip: string | null;
};

/** GET /user/sessions: where somebody is signed in. Not part of Supabase Auth. */
export async function listSessions(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireFullSession(auth, exchange);
  const { rows } = await auth.database.asService.query<SessionRow>({
    text: `select id, created_at, refreshed_at, aal, user_agent, host(ip) as ip from auth.sessions
      where user_id = $1 and not_after > now()
      order by coalesce(refreshed_at, created_at) desc limit 100`,
    values: [account.id],
  });
  return json({
    sessions: rows.map((row) => ({
      id: row.id,
      is_current: row.id === open.id,
      device: describeAgent(row.user_agent ?? ''),
      ip: row.ip,
      aal: row.aal,
      created_at: row.created_at,
      last_seen_at: row.refreshed_at ?? row.created_at,
    })),
  });
}

/** DELETE /user/sessions/{id}: ends one of the caller's own sessions. Not part of Supabase Auth. */
export async function endOneSession(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireFullSession(auth, exchange);
  const id = check(z.uuid(), exchange.params.id);
  await auth.database.asService.transaction(async (session) => {
    const ended = await endSessions(session, account.id, { only: id });
    if (ended === 0) throw new ApiError('session_not_found', 'There is no such session');
    await note(session, exchange.client, account, 'logout', { session_id: id });
  });
  return json({ id });
}

/** GET /user/events: the history of the caller's account, newest first. Not part of Supabase Auth. */
export async function listEvents(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireFullSession(auth, exchange);
  const { rows } = await auth.database.asService.query({
    text: `select id, created_at, payload ->> 'action' as action,
        payload -> 'traits' ->> 'device' as device, ip_address as network
      from auth.audit_log_entries
      where payload ->> 'actor_id' = $1 order by created_at desc limit 100`,
    values: [account.id],
  });
  return json({ events: rows });
}
