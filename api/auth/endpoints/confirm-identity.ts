import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { note } from '../audit.ts';
import { readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { json } from '../respond.ts';
import { proofFields, proveRecent } from '../sessions/recent-sign-in.ts';
import { requireSession } from '../sessions/require-session.ts';

/**
 * POST /reauthenticate: the password, or the code that GET sent, counts as a new sign-in of this session. Not part of
 * Supabase Auth, whose calls about factors and identities have no field for either.
 */
export async function confirmIdentity(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  const body = await readBody(exchange, z.object(proofFields));
  if (!body.current_password && !body.nonce) {
    throw new ApiError('validation_failed', 'Send the current password, or the code as nonce');
  }
  await auth.limits.take('verification', exchange.client.counted);
  const useProof = await proveRecent(auth, exchange, account, open, body);
  const method = body.current_password ? 'password' : 'otp';
  await auth.database.asService.transaction(async (session) => {
    await useProof(session);
    await session.query({
      text: `insert into auth.mfa_amr_claims (session_id, authentication_method)
        select id, $2 from auth.sessions where id = $1
        on conflict (session_id, authentication_method) do update set updated_at = now()`,
      values: [open.id, method],
    });
    await note(session, exchange.client, account, 'user_reauthenticated', { method });
  });
  return json({});
}
