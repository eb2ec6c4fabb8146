import type { AuthenticationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Session } from '#database/database.ts';
import type { Account, Factor } from '../accounts.ts';
import type { Auth, Exchange } from '../context.ts';
import type { Challenge } from './own-factor.ts';
import { clientDataField, party, webAuthnLibrary } from './party.ts';
import { verifyNewPasskey } from './verify-new-passkey.ts';

/** What identifies a passkey; the public key is base64url. */
const storedPasskey = z.object({
  id: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  transports: z.array(z.string()).optional(),
});
type StoredPasskey = z.infer<typeof storedPasskey>;

const expectedAnswer = z.object({ challenge: z.string(), type: z.enum(['create', 'request']) });

/** The contents are checked by the library, which implements the standard. */
export const passkeyAnswer = z.object({
  type: z.enum(['create', 'request']),
  credential_response: z.looseObject({
    id: z.string(),
    rawId: z.string().optional(),
    response: z.looseObject({ clientDataJSON: clientDataField }),
    type: z.literal('public-key'),
  }),
});
type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** Options for the browser: to create a passkey the first time, and to use it afterwards. */
export async function startPasskey(
  auth: Auth,
  exchange: Exchange,
  account: Account,
  factor: Factor,
) {
  const { rpID } = party(exchange);
  const { generateAuthenticationOptions, generateRegistrationOptions } = await webAuthnLibrary();
  if (factor.status === 'verified') {
    const known = await passkeysOf(auth.database.asService, [factor.id]);
    const publicKey = await generateAuthenticationOptions({
      rpID,
      allowCredentials: known.map(({ id }) => ({ id })),
      userVerification: 'preferred',
    });
    return answer('request', publicKey);
  }
  const known = await passkeysOf(
    auth.database.asService,
    account.factors.map(({ id }) => id),
  );
  const publicKey = await generateRegistrationOptions({
    rpID,
    rpName: auth.settings.siteName,
    userID: new TextEncoder().encode(account.id),
    userName: account.email ?? account.phone ?? account.id,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return answer('create', publicKey);
}

function answer(type: 'create' | 'request', publicKey: { challenge: string }) {
  return {
    expected: { type, challenge: publicKey.challenge },
    webauthn: { type, credential_options: { publicKey } },
  };
}

/** What to store for a correct answer; undefined for a wrong one. */
export async function checkPasskey(
  auth: Auth,
  exchange: Exchange,
  factor: Factor,
  challenge: Challenge,
  given: PasskeyAnswer,
): Promise<((session: Session) => Promise<void>) | undefined> {
  const expected = expectedAnswer.safeParse(challenge.web_authn_session_data);
  if (!expected.success || expected.data.type !== given.type) return undefined;
  // A key is created only once: an old creation challenge must not replace a verified key.
  if ((given.type === 'create') !== (factor.status === 'unverified')) return undefined;
  const { challenge: signed } = expected.data;
  const answered = given.credential_response;
  if (given.type === 'create') {
    const made = await verifyNewPasskey(exchange, answered, {
      challenge: signed,
      isVerified: false,
    });
    if (!made) return undefined;
    const { credential, aaguid } = made;
    return (session) => keepPasskey(session, factor, toStored(credential), aaguid);
  }
  const { rpID, origin } = party(exchange);
  const { verifyAuthenticationResponse } = await webAuthnLibrary();
  try {
    const [known] = await passkeysOf(auth.database.asService, [factor.id]);
    if (!known || known.id !== answered.id) return undefined;
    const used = await verifyAuthenticationResponse({
      // One format of the client omits the raw id, which is the same text.
      response: { ...answered, rawId: answered.id } as unknown as AuthenticationResponseJSON,
      expectedChallenge: signed,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: fromStored(known),
    });
    if (!used.verified) return undefined;
    const counter = used.authenticationInfo.newCounter;
    return (session) => keepPasskey(session, factor, { ...known, counter });
  } catch {
    // The library throws for every invalid answer, each with a different message.
    return undefined;
  }
}

function toStored({ id, publicKey, counter, transports }: WebAuthnCredential): StoredPasskey {
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

function fromStored({ id, publicKey, counter }: StoredPasskey): WebAuthnCredential {
  return { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
}

async function passkeysOf(session: Session, factorIds: string[]): Promise<StoredPasskey[]> {
  const { rows } = await session.query<{ web_authn_credential: unknown }>({
    text: `select web_authn_credential from auth.mfa_factors
      where id = any ($1) and web_authn_credential is not null`,
    values: [factorIds],
  });
  return rows.map((row) => storedPasskey.parse(row.web_authn_credential));
}

async function keepPasskey(
  session: Session,
  factor: Factor,
  passkey: StoredPasskey,
  aaguid?: string,
) {
  await session.query({
    text: `update auth.mfa_factors set web_authn_credential = $2,
        web_authn_aaguid = coalesce($3::uuid, web_authn_aaguid), updated_at = now() where id = $1`,
    values: [factor.id, JSON.stringify(passkey), aaguid || null],
  });
}
