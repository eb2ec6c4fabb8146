import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { captchaField, checkCaptcha, optional, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { admit, link } from '../providers/admit.ts';
import { profileFromIdToken } from '../providers/id-token.ts';
import { knownIssuers } from '../providers/issuers.ts';
import type { OidcSettings } from '../providers/provider.ts';
import { requireLinking } from '../providers/require-linking.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requireFullSession, requireStillOpen } from '../sessions/require-session.ts';
import { openSession } from '../sessions/sessions.ts';

const token = z.string().min(1).max(16_384);
const providerNeeded = 'provider or client_id and issuer required';

const bodySchema = z.object({
  id_token: z.string('id_token required').min(1, 'id_token required').max(16_384),
  provider: z.string(providerNeeded).min(1, providerNeeded).max(50),
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
  const settings = providerOf(auth, body.provider);
  const profile = await profileFromIdToken(settings, body);
  return auth.database.asService.transaction(async (session) => {
    if (target) await requireStillOpen(session, target.session);
    const account = target
      ? await link(exchange, session, target.account, body.provider, profile)
      : await admit(auth, exchange, session, body.provider, profile);
    return json(await openSession(auth, exchange, session, account, 'oauth', body.provider));
  });
}

function providerOf({ providers }: Auth, name: string): OidcSettings {
  const settings = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (settings?.kind === 'oidc') return settings;
  const issuer = knownIssuers.get(name);
  throw issuer
    ? new ApiError('provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
    : new ApiError('validation_failed', `Custom OIDC provider ${JSON.stringify(name)} not allowed`);
}
