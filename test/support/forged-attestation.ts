import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

type Attested = { privateKey: KeyObject; publicKey: KeyObject; clientDataHash: Buffer };

/**
 * An attestation in Android's format, with certificates of a caller's own making: the first one names an address where
 * its revocation would be listed.
 */
export function forgeAttestation(
  { privateKey, publicKey, clientDataHash }: Attested,
  signed: Buffer,
  revocationList: string,
) {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issue = (subject: string, key: KeyObject, ...extensions: Buffer[]) => {
    const facts = sequence(
      der(0xa0, integer(2)),
      integer(1),
      ecdsa,
      named('root'),
      sequence(time(-1), time(1)),
      named(subject),
      key.export({ type: 'spki', format: 'der' }),
      ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
    );
    return sequence(facts, ecdsa, bits(sign('sha256', facts, root.privateKey)));
  };
  const keyDescription = sequence(
    ...[integer(3), level, integer(4), level, octets(clientDataHash)],
    ...[octets(Buffer.alloc(0)), sequence(), sequence()],
  );
  const leaf = issue(
    'leaf',
    publicKey,
    extension('2b06010401d679020111', keyDescription),
    extension('551d1f', sequence(sequence(nested([0xa0, 0xa0, 0x86], revocationList)))),
  );
  // CBOR: {"alg": -7, "sig": bytes, "x5c": [bytes, bytes]}
  const statement = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('alg'),
    Buffer.from([0x26, 0x63]),
    Buffer.from('sig'),
    cborBytes(sign('sha256', signed, privateKey)),
    Buffer.from([0x63]),
    Buffer.from('x5c'),
    Buffer.from([0x82]),
    cborBytes(leaf),
    cborBytes(issue('root', root.publicKey)),
  ]);
  return { format: 'android-key', statement };
}

function cborBytes(bytes: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const long = Buffer.from([0x82, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([
    Buffer.from([tag]),
    body.length < 128 ? Buffer.from([body.length]) : long,
    body,
  ]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const octets = (bytes: Buffer) => der(0x04, bytes);
const bits = (bytes: Buffer) => der(0x03, Buffer.alloc(1), bytes);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const extension = (hex: string, value: Buffer) => sequence(oid(hex), octets(value));
/** An enumerated value: the attested key is in a trusted environment. */
const level = der(0x0a, Buffer.from([1]));
/** ECDSA with SHA-256. */
const ecdsa = sequence(oid('2a8648ce3d040302'));

function named(name: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
}

function time(years: number): Buffer {
  const year = new Date().getUTCFullYear() + years;
  return der(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`));
}

function nested(tags: number[], text: string): Buffer {
  return tags.reduceRight<Buffer>((inner, tag) => der(tag, inner), Buffer.from(text));
}
