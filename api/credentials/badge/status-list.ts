import { gunzipSync, gzipSync } from 'node:zlib';
import type { StatusPurpose } from './facts.ts';
import type { Issuer } from './issuer.ts';

/** The minimum that the standard requires, so that one bit does not reveal whose it is. */
export const listLength = 131_072;
/** In seconds: how long checkers may cache a list, which may be ten seconds old when they get it. */
export const listKeptFor = 30;
/** In seconds: a copy older than this must not be trusted. */
const listHoldsFor = 86_400;

/** Bitstring Status List 1.0: gzip, then base64url with its prefix letter. The first bit is the most significant. */
export function encodeList(setBits: Iterable<number>): string {
  const bytes = new Uint8Array(listLength / 8);
  for (const bit of setBits) {
    const at = bit >> 3;
    bytes[at] = (bytes[at] ?? 0) | (0x80 >> (bit & 7));
  }
  return `u${gzipSync(bytes, { level: 9 }).toString('base64url')}`;
}

export function readBit(encodedList: string, bit: number): boolean {
  const packed = Buffer.from(encodedList.slice(1), 'base64url');
  const bytes = gunzipSync(packed, { maxOutputLength: 1_000_000 });
  return ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
}

/** The signed credential that lists which credentials are no longer valid. */
export function signList(
  { did, addresses, sign }: Issuer,
  { purpose, list, setBits }: { purpose: StatusPurpose; list: number; setBits: Iterable<number> },
  now = new Date(),
): Promise<string> {
  const id = addresses.statusList(purpose, list);
  const [from, until] = [now, new Date(now.getTime() + listHoldsFor * 1_000)].map(toSecond);
  return sign({
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: did,
    validFrom: from?.text,
    validUntil: until?.text,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: purpose,
      encodedList: encodeList(setBits),
      ttl: listKeptFor * 1_000,
    },
    iss: did,
    jti: id,
    sub: `${id}#list`,
    nbf: from?.seconds,
    exp: until?.seconds,
  });
}

/** A credential states the same moment in two formats, so both have to be equal. */
export function toSecond(moment: Date): { text: string; seconds: number } {
  const seconds = Math.floor(moment.getTime() / 1_000);
  return { text: new Date(seconds * 1_000).toISOString().replace('.000', ''), seconds };
}
