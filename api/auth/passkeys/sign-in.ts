import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, findAccount, lockAccount } from '../accounts.ts';
import { captchaField, checkCaptcha, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { clientDataField, party, webAuthnLibrary } from '../factors/party.ts';
import { json } from '../respond.ts';
import { openSession } from '../sessions/sessions.ts';
import { challengeField, keepChallenge, takeChallenge } from './challenges.ts';
import { requirePasskeys } from './own-passkeys.ts';

/** POST /passkeys/authentication/options. Names nobody: the browser shows the passkeys that it has. */
export async function askForPasskey(auth: Auth, exchange: Exchange): Promise<Response> {
  requirePasskeys(auth);
  const body = await readBody(exchange, z.object(captchaField), { mayBeEmpty: true });
  await checkCaptcha(auth, exchange, body);
  await auth.limits.take('token', exchange.client.counted);
  const { generateAuthenticationOptions } = await webAuthnLibrary();
  const options = await generateAuthenticationOptions({
    rpID: party(exchange).rpID,
    userVerification: 'required',
  });
  const { asService } = auth.database;
  return json({
    ...(await keepChallenge(asService, 'authentication', options.challenge)),
    options,
  });
}

/** The contents are checked by the library, which implements the standard. */
const credentialSchema = z.looseObject(
  {
    id: z.string().max(2_000),
    response: z.looseObject({
      clientDataJSON: clientDataField,
      authenticatorData: z.string(),
      signature: z.string(),
      userHandle: z.string().max(200),
    }),
    type: z.literal('public-key'),
  },
  'credential is required',
);
type Credential = z.infer<typeof credentialSchema>;

type Known = {
  id: string;
  user_id: string;
  public_key: Buffer;
  sign_count: string;
};

/**
 * POST /passkeys/authentication/verify. As in Supabase Auth, a passkey is one factor: people with a second factor are
 * still asked for it.
 */
export async function signInByPasskey(auth: Auth, exchange: Exchange): Promise<Response> {
  requirePasskeys(auth);
  await auth.limits.take('token', exchange.client.counted);
  const body = await readBody(
    exchange,
    z.object({ challenge_id: challengeField, credential: credentialSchema }),
  );
  const { asService } = auth.database;
  const { challenge } = await takeChallenge(asService, 'authentication', body.challenge_id);
  const known = await findPasskey(asService, body.credential);
  const counter = known && (await checkUse(exchange, challenge, body.credential, known));
  if (!known || counter === undefined) throw new ApiError('webauthn_verification_failed');
  return asService.transaction(async (session) => {
    await lockAccount(session, known.user_id);
    const account = await findAccount(session, 'id', known.user_id);
    if (!account) throw new ApiError('user_not_found', undefined, undefined, { status: 403 });
    requireMayEnter(auth, account);
    await recordUse(session, known, counter);
    return json(await openSession(auth, exchange, session, account, 'passkey'));
  });
}

/** Found by its id, which the browser sends together with its owner. */
async function findPasskey(session: Session, { id, response }: Credential) {
  const { rows } = await session.query<Known>({
    text: `select id, user_id, public_key, sign_count::text as sign_count
      from auth.webauthn_credentials where credential_id = $1 and user_id::text = $2`,
    values: [
      Buffer.from(id, 'base64url'),
      Buffer.from(response.userHandle, 'base64url').toString('latin1').replaceAll('\0', ''),
    ],
  });
  return rows[0];
}

/** The counter of a correct answer; undefined for a wrong one. */
async function checkUse(
  exchange: Exchange,
  challenge: string,
  credential: Credential,
  { public_key, sign_count }: Known,
): Promise<number | undefined> {
  const { rpID, origin } = party(exchange);
  const { verifyAuthenticationResponse } = await webAuthnLibrary();
  const used = await verifyAuthenticationResponse({
    response: { ...credential, rawId: credential.id } as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(public_key),
      counter: Number(sign_count),
    },
    // The library throws for every invalid answer, each with a different message.
  }).catch(() => undefined);
  return used?.verified ? used.authenticationInfo.newCounter : undefined;
}

/** Only the owner of the passkey gets this far, so it is safe to say why it does not work. */
function requireMayEnter({ settings }: Auth, account: Account) {
  const refuse = (code: 'user_banned' | 'email_not_confirmed' | 'phone_not_confirmed') =>
    new ApiError(code, undefined, undefined, { status: 403 });
  if (account.is_banned) throw refuse('user_banned');
  if (settings.confirmation !== 'required') return;
  if (account.email && !account.email_confirmed_at) throw refuse('email_not_confirmed');
  if (account.phone && !account.phone_confirmed_at) throw refuse('phone_not_confirmed');
}

/** Fails if the passkey was removed in the meantime, or used concurrently with the same counter. */
async function recordUse(session: Session, known: Known, counter: number) {
  const { rowCount } = await session.query({
    text: `update auth.webauthn_credentials set sign_count = $2, last_used_at = now(),
        updated_at = now() where id = $1 and sign_count = $3`,
    values: [known.id, counter, known.sign_count],
  });
  if (rowCount === 0) throw new ApiError('webauthn_verification_failed');
}
