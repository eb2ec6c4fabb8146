import { z } from 'zod';
import { lockAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { check } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import {
  needsSecondFactor,
  requireSecondFactor,
  requireSession,
} from '../sessions/require-session.ts';
import { endSessions } from '../sessions/sessions.ts';

const scopeSchema = z.enum(['global', 'local', 'others'], {
  error: ({ input }) => `Unsupported logout scope ${JSON.stringify(input)}`,
});

/** POST /logout?scope=global|local|others */
export async function logOut(auth: Auth, exchange: Exchange): Promise<Response> {
  const scope = check(scopeSchema, exchange.url.searchParams.get('scope') || 'global');
  const { account, session: open } = await requireSession(auth, exchange);
  // A session without its second factor may end itself, but no others. With `global`, the client's default, it still
  // ends itself: signing out must not leave it open.
  if (scope === 'others') requireSecondFactor(account, open);
  const isHalf = needsSecondFactor(account, open);
  const which = {
    global: isHalf ? { only: open.id } : {},
    local: { only: open.id },
    others: { except: open.id },
  }[scope];
  await auth.database.asService.transaction(async (session) => {
    await lockAccount(session, account.id);
    const ended = await endSessions(session, account.id, which);
    await note(session, exchange.client, account, 'logout', { scope, ended });
  });
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}
