import { z } from 'zod';
import { queue } from '../../queue.ts';
import { note } from '../audit.ts';
import { channelField, readBody, requireChannel } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { requireSms } from '../letters/require-sms.ts';
import { json } from '../respond.ts';
import { requireSession } from '../sessions/require-session.ts';
import { addChallenge, ownFactor, requireRightTo } from './own-factor.ts';
import { startPasskey } from './webauthn.ts';

/** POST /factors/{id}/challenge. The official client sends more than is needed here. */
export async function challengeFactor(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  const factor = ownFactor(account, exchange);
  const body = await readBody(exchange, z.object(channelField), { mayBeEmpty: true });
  requireRightTo(account, open, factor, 'challenge a new factor');
  const { client } = exchange;
  if (factor.phone) {
    requireChannel(body);
    requireSms(auth.settings);
    await auth.limits.takeLetter(client, factor.phone);
  }
  const passkey =
    factor.factor_type === 'webauthn'
      ? await startPasskey(auth, exchange, account, factor)
      : undefined;
  return auth.database.asService.transaction(async (session) => {
    const challenge = await addChallenge(session, factor, client.address, passkey?.expected);
    if (factor.phone) await queue.add(session, 'auth-sms', { challengeId: challenge.id });
    await note(session, client, account, 'challenge_created', { factor_id: factor.id });
    return json({ ...challenge, type: factor.factor_type, webauthn: passkey?.webauthn });
  });
}
