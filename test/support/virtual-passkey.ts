import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Says something about the authenticator, in CBOR; `signed` is what such a statement signs. */
export type Attest = (
  key: { privateKey: KeyObject; publicKey: KeyObject; clientDataHash: Buffer },
  signed: Buffer,
) => { format: string; statement: Buffer };

const none: Attest = () => ({ format: 'none', statement: Buffer.from([0xa0]) });

/** A passkey as an authenticator holds it, in software: ES256, usually no attestation. */
export function createPasskey(
  origin = 'http://site.test',
  /** Whether it verifies a finger or a PIN, and the user handle it was created with. */
  {
    isVerified = true,
    userHandle = '',
    idLength = 16,
    attest = none,
  }: { isVerified?: boolean; userHandle?: string; idLength?: number; attest?: Attest } = {},
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(idLength);
  let counter = 0;

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(hasKey: boolean): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest();
    // Flags: user present, user verified, key included.
    const flags = Buffer.from([0x01 | (isVerified ? 0x04 : 0) | (hasKey ? 0x40 : 0)]);
    if (!hasKey) return Buffer.concat([rpIdHash, flags, count]);
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ]);
    return Buffer.concat([rpIdHash, flags, count, Buffer.alloc(16), length, id, key]);
  }

  function credential(response: Record<string, string>) {
    const json = {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response,
      clientExtensionResults: {},
    };
    return { ...json, toJSON: () => json };
  }

  return {
    /** What `navigator.credentials.create` returns. */
    create(challenge: string) {
      const data = authenticatorData(true);
      const client = clientData('webauthn.create', challenge);
      const clientDataHash = createHash('sha256').update(client).digest();
      const key = { privateKey, publicKey, clientDataHash };
      const { format, statement } = attest(key, Buffer.concat([data, clientDataHash]));
      // CBOR: {"fmt": format, "attStmt": statement, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x60 + format.length]),
        Buffer.from(format),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        statement,
        Buffer.from([0x68]),
        Buffer.from('authData'),
        Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
        data,
      ]);
      return credential({
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      });
    },

    /** What `navigator.credentials.get` returns. */
    get(challenge: string) {
      const data = authenticatorData(false);
      const client = clientData('webauthn.get', challenge);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(userHandle && { userHandle: Buffer.from(userHandle).toString('base64url') }),
      });
    },
  };
}
