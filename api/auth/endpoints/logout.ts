import { z } from 'zod';
import { note } from '../audit.ts';
import { check } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { requireSecondFactor, requireSession } from '../sessions/require-session.ts';
import { endSessions } from '../sessions/sessions.ts';

const scopeSchema = z.enum(['global', 'local', 'others']);

/** POST /logout?scope=global|local|others */
export async function logOut(auth: Auth, exchange: Exchange): Promise<Response> {
  const scope = check(scopeSchema, exchange.url.searchParams.get('scope') ?? 'global');
  const { account, session: open } = await requireSession(auth, exchange);
  // Half a sign-in may take itself back, and nobody else's.
  if (scope !== 'local') requireSecondFactor(account, open);
  const which = {
    global: {},
    local: { only: open.id },
    others: { except: open.id },
  }[scope];
  await auth.database.asService.transaction(async (session) => {
    const ended = await endSessions(session, account.id, which);
    await note(session, exchange.client, account, 'logout', { scope, ended });
  });
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}
