import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { findAccount } from '../accounts.ts';
import { readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { settleByBrowser } from '../first-proof.ts';
import { redeemAuthCode } from '../flows.ts';
import { link } from '../providers/admit.ts';
import { json } from '../respond.ts';
import { openSession } from '../sessions/sessions.ts';

const bothNeeded = 'invalid request: both auth code and code verifier should be non-empty';
const needed = z.string(bothNeeded).min(1, bothNeeded).max(255);

const bodySchema = z.object({ auth_code: needed, code_verifier: needed });

/** POST /token?grant_type=pkce */
export async function grantByAuthCode(auth: Auth, exchange: Exchange): Promise<Response> {
  const body = await readBody(exchange, bodySchema);
  return auth.database.asService.transaction(async (session) => {
    const flow = await redeemAuthCode(session, body.auth_code, body.code_verifier);
    const isOAuth = flow.authentication_method === 'oauth';
    const found = await findAccount(session, 'id', flow.user_id);
    if (!found) throw new ApiError('flow_state_not_found');
    if (found.is_banned) throw new ApiError('user_banned', undefined, undefined, { status: 403 });
    if (!isOAuth) await settleByBrowser(exchange, session, found, flow);
    const owner = (await findAccount(session, 'id', flow.user_id)) ?? found;
    const account = flow.pending_identity
      ? await link(exchange, session, owner, flow.provider_type, flow.pending_identity)
      : owner;
    const answer = await openSession(
      auth,
      exchange,
      session,
      account,
      isOAuth ? 'oauth' : 'otp',
      isOAuth ? flow.provider_type : undefined,
    );
    return json({
      ...answer,
      provider_token: flow.provider_access_token ?? undefined,
      provider_refresh_token: flow.provider_refresh_token ?? undefined,
    });
  });
}
