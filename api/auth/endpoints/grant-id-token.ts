import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { captchaField, checkCaptcha, optional, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { admit, link } from '../providers/admit.ts';
import { profileFromIdToken } from '../providers/id-token.ts';
import { requireLinking } from '../providers/require-linking.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requireFullSession, requireStillOpen } from '../sessions/require-session.ts';
import { openSession } from '../sessions/sessions.ts';

const token = z.string().min(1).max(16_384);

const bodySchema = z.object({
  provider: z.string().min(1).max(50),
  id_token: token,
  access_token: optional(token),
  nonce: optional(z.string().max(1_024)),
  link_identity: z.boolean().nullish(),
  ...captchaField,
});

/** POST /token?grant_type=id_token */
export async function grantByIdToken(auth: Auth, exchange: Exchange): Promise<Response> {
  const body = await readBody(exchange, bodySchema);
  const target = body.link_identity ? await requireFullSession(auth, exchange) : undefined;
  if (target) {
    requireLinking(auth);
    await requireRecentSignIn(auth, target.account, target.session);
  } else await checkCaptcha(auth, exchange, body);
  const settings = Object.hasOwn(auth.providers, body.provider)
    ? auth.providers[body.provider]
    : undefined;
  if (settings?.kind !== 'oidc') throw new ApiError('oauth_provider_not_supported');
  const profile = await profileFromIdToken(settings, body);
  return auth.database.asService.transaction(async (session) => {
    if (target) await requireStillOpen(session, target.session);
    const account = target
      ? await link(exchange, session, target.account, body.provider, profile)
      : await admit(auth, exchange, session, body.provider, profile);
    return json(await openSession(auth, exchange, session, account, 'oauth', body.provider));
  });
}
