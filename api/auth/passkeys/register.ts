import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, findAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { clientDataField, party, webAuthnLibrary } from '../factors/party.ts';
import { verifyNewPasskey } from '../factors/verify-new-passkey.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requireStillOpen } from '../sessions/require-session.ts';
import { challengeField, keepChallenge, takeChallenge } from './challenges.ts';
import { describePasskey, requireOwner, requireStillOwner, shown } from './own-passkeys.ts';

const mostPasskeys = 10;

/** POST /passkeys/registration/options: what the browser needs to create a passkey for this person. */
export async function offerPasskey(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, open } = await requireOwner(auth, exchange);
  await readBody(exchange, z.object({}), { mayBeEmpty: true });
  await requireRecentSignIn(auth, account, open);
  await auth.limits.take('passkey', account.id);
  const { asService } = auth.database;
  const known = await credentialIdsOf(asService, account);
  if (known.length >= mostPasskeys) throw new ApiError('too_many_passkeys');
  const { generateRegistrationOptions } = await webAuthnLibrary();
  const options = await generateRegistrationOptions({
    rpID: party(exchange).rpID,
    rpName: auth.settings.siteName,
    // Returned by each later sign-in, which does not identify anybody before that.
    userID: new TextEncoder().encode(account.id),
    userName: account.email ?? account.phone ?? account.id,
    userDisplayName: account.email ?? account.phone ?? account.id,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const kept = await keepChallenge(asService, 'registration', options.challenge, account.id);
  return json({ ...kept, options });
}

/** The contents are checked by the library, which implements the standard. */
const bodySchema = z.object({
  challenge_id: challengeField,
  credential: z.looseObject(
    {
      id: z.string().max(2_000),
      response: z.looseObject({ clientDataJSON: clientDataField, attestationObject: z.string() }),
      type: z.literal('public-key'),
    },
    'credential is required',
  ),
});

/** POST /passkeys/registration/verify */
export async function addPasskey(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account: owner, open } = await requireOwner(auth, exchange);
  const body = await readBody(exchange, bodySchema);
  const { asService } = auth.database;
  const { challenge, begun } = await takeChallenge(
    asService,
    'registration',
    body.challenge_id,
    owner.id,
  );
  await requireRecentSignIn(auth, owner, open, begun);
  const made = await verifyNewPasskey(exchange, body.credential, { challenge, isVerified: true });
  if (!made) throw new ApiError('webauthn_verification_failed');
  return asService.transaction(async (session) => {
    await requireStillOpen(session, open);
    const account = (await findAccount(session, 'id', owner.id)) ?? owner;
    requireStillOwner(account, open);
    if ((await credentialIdsOf(session, account)).length >= mostPasskeys) {
      throw new ApiError('too_many_passkeys');
    }
    const passkey = await keepPasskey(session, account, made);
    await note(session, exchange.client, account, 'passkey_created', { passkey_id: passkey.id });
    await notify(exchange, session, account, 'passkey-added');
    return json(passkey);
  });
}

async function keepPasskey(
  session: Session,
  account: Account,
  made: NonNullable<Awaited<ReturnType<typeof verifyNewPasskey>>>,
) {
  const { id, publicKey, counter, transports = [] } = made.credential;
  const { rows } = await session.query<Parameters<typeof describePasskey>[0]>({
    text: `insert into auth.webauthn_credentials (user_id, credential_id, public_key,
        attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (credential_id) do nothing returning ${shown}`,
    values: [
      account.id,
      Buffer.from(id, 'base64url'),
      Buffer.from(publicKey),
      made.fmt,
      made.aaguid || null,
      counter,
      JSON.stringify(transports),
      made.credentialDeviceType === 'multiDevice',
      made.credentialBackedUp,
    ],
  });
  if (!rows[0]) throw new ApiError('webauthn_credential_exists');
  return describePasskey(rows[0]);
}

async function credentialIdsOf(session: Session, { id }: Account): Promise<string[]> {
  const { rows } = await session.query<{ credential_id: Buffer }>({
    text: 'select credential_id from auth.webauthn_credentials where user_id = $1',
    values: [id],
  });
  return rows.map((row) => row.credential_id.toString('base64url'));
}
