import { readCredentialNumber } from './credential-number.ts';

/* Checks whether a signed credential is ours and unchanged. The same code runs in the browser and on the server:
   WebCrypto, and the keys that the site publishes. */

/** Where our name and keys are published; `did:web` looks there. */
export const didDocumentPath = '/.well-known/did.json';

/** The issuer, as `/.well-known/did.json` describes it. */
export type KnownIssuer = {
  did: string;
  keys: readonly { kid: string; kty: string; crv: string; x: string; y: string }[];
};

/** What the file says, for people to read. */
type Stated = { holder: string; title: string; issuerName: string };

export type Proof =
  /** Ours and unchanged. Whether it is still valid is for the register to say. */
  | { kind: 'signed'; number: string; issue: number; stated: Stated }
  /** Contains no credential, or one without the facts we need. */
  | { kind: 'unreadable' }
  /** From another issuer. */
  | { kind: 'foreign'; stated: Stated }
  /** Names us, but a key that was never ours. */
  | { kind: 'wrong-key'; stated: Stated }
  /** Names our key, but was changed since or signed by somebody else. */
  | { kind: 'altered'; stated: Stated };

export function readIssuer(document: unknown): KnownIssuer {
  const { id, verificationMethod } = objectOf(document);
  const methods = Array.isArray(verificationMethod) ? verificationMethod : [];
  const keys = methods.map((method) => objectOf(objectOf(method).publicKeyJwk));
  return { did: textOf(id) ?? '', keys: keys as unknown as KnownIssuer['keys'] };
}

export async function proveToken(token: string, issuer: KnownIssuer): Promise<Proof> {
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = readPart(head);
  const payload = readPart(body);
  if (!header || !payload) return { kind: 'unreadable' };
  const stated = statedIn(payload);
  const issuerId = textOf(payload.issuer) ?? textOf(objectOf(payload.issuer).id);
  if (!issuerId) return { kind: 'unreadable' };
  if (issuerId !== issuer.did || payload.iss !== issuer.did) return { kind: 'foreign', stated };
  const key = issuer.keys.find(({ kid }) => header.kid === `${issuer.did}#${kid}`);
  // The algorithm is the key's, whatever the file says; we never used critical extensions.
  if (!key || header.alg !== 'ES256' || 'crit' in header) return { kind: 'wrong-key', stated };
  if (!(await isSigned(`${head}.${body}`, signature, key))) return { kind: 'altered', stated };
  const subject = objectOf(payload.credentialSubject);
  const read = readCredentialNumber(textOf(subject.licenseNumber) ?? '');
  const issue = Number(textOf(payload.id)?.match(/[?&]issue=(\d{1,6})$/)?.[1]);
  // A status list is signed with the same key, but is not a credential.
  if (read.kind !== 'number' || !issue) return { kind: 'unreadable' };
  return { kind: 'signed', number: read.number, issue, stated };
}

async function isSigned(text: string, signature: string, key: KnownIssuer['keys'][number]) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const { kty, crv, x, y } = key;
  try {
    const known = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, algorithm, false, [
      'verify',
    ]);
    return await crypto.subtle.verify(
      algorithm,
      known,
      bytesOf(signature),
      new TextEncoder().encode(text),
    );
  } catch {
    return false;
  }
}

function statedIn(payload: Record<string, unknown>): Stated {
  const subject = objectOf(payload.credentialSubject);
  const identifiers = Array.isArray(subject.identifier) ? subject.identifier : [];
  const named = identifiers.map(objectOf).find(({ identityType }) => identityType === 'name');
  return {
    holder: shortTextOf(named?.identityHash),
    title: shortTextOf(objectOf(subject.achievement).name) || shortTextOf(payload.name),
    issuerName:
      shortTextOf(objectOf(payload.issuer).name) ||
      shortTextOf(payload.issuer) ||
      shortTextOf(objectOf(payload.issuer).id),
  };
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(part)));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function shortTextOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : '';
}
