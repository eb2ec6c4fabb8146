import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Exchange } from '../context.ts';
import { party, webAuthnLibrary } from './party.ts';

type Given = { id: string; response: { clientDataJSON: string; attestationObject?: unknown } };

/** The standard's own limit. */
const longestId = 1_023;
/** Three times as much as the largest kind of key takes. */
const largestKey = 8_192;

/**
 * Verifies what a browser has created; undefined if it is wrong. Only the key is looked at, not what vouches for the
 * device, for which we do not ask. The library would follow certificates of the caller's own making: it fetches the
 * revocation list from whatever address one of them names, inside our network as well, and reads all that is sent.
 */
export async function verifyNewPasskey(
  exchange: Exchange,
  given: Given,
  expected: { challenge: string; isVerified: boolean },
) {
  const { rpID, origin } = party(exchange);
  const { verifyRegistrationResponse } = await webAuthnLibrary();
  try {
    const attestationObject = await withoutAttestation(given.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // One format of the client omits the raw id, which is the same text.
      response: {
        ...given,
        rawId: given.id,
        response: { ...given.response, attestationObject },
      } as unknown as RegistrationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: expected.isVerified,
    });
    if (!verified) return undefined;
    const { id, publicKey } = registrationInfo.credential;
    const isUsual =
      Buffer.from(id, 'base64url').length <= longestId && publicKey.length <= largestKey;
    return isUsual ? registrationInfo : undefined;
  } catch {
    // The library throws for every invalid answer, each with a different message.
    return undefined;
  }
}

async function withoutAttestation(object: unknown): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    '@simplewebauthn/server/helpers'
  );
  const given = decodeAttestationObject(isoBase64URL.toBuffer(String(object)));
  const plain = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', given.get('authData')],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(plain as never) as Uint8Array<ArrayBuffer>);
}
