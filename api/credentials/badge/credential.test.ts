import { deflateSync } from 'node:zlib';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readBadgeFile } from '#domain/credentials/badge-file.ts';
import { type KnownIssuer, proveToken, readIssuer } from '#domain/credentials/badge-proof.ts';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { bakePng, bakeSvg } from './bake.ts';
import { signCredential } from './credential.ts';
import { makeCredentialKey, sampleAward } from './fixture/sample-award.ts';
import { createIssuer, didDocument } from './issuer.ts';
import { encodeList, listLength, readBit, signList } from './status-list.ts';

const siteUrl = 'https://site.test';
const key = makeCredentialKey('one');
const issuer = createIssuer(siteUrl, [key]);
const known = readIssuer(didDocument(issuer));
const award = sampleAward();
const token = await signCredential(issuer, award);
const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#fff' } })
  .png()
  .toBuffer();

describe('a credential', () => {
  it('says who has shown what, when, and where to check whether it is still valid', () => {
    const shown = showCredentialNumber(award.number);
    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'ES256',
      typ: 'JWT',
      kid: 'did:web:site.test#one',
    });
    expect(decodeJwt(token)).toMatchObject({
      id: `${siteUrl}/verify/${shown}?issue=1`,
      jti: `${siteUrl}/verify/${shown}?issue=1`,
      iss: 'did:web:site.test',
      issuer: { id: 'did:web:site.test', type: ['Profile'] },
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      validFrom: '2026-05-04T00:00:00Z',
      validUntil: '2028-05-04T11:59:59Z',
      nbf: Date.parse('2026-05-04') / 1_000,
      exp: Date.parse('2028-05-04T11:59:59Z') / 1_000,
      credentialSubject: {
        licenseNumber: award.number,
        identifier: [{ identityType: 'name', identityHash: award.holder, hashed: false }],
        achievement: {
          id: `${siteUrl}/credentials/cihis-ai/1`,
          name: 'CIHIS-AI: Applied Practice',
          humanCode: 'CIHIS-AI',
        },
      },
      credentialStatus: {
        statusPurpose: 'suspension',
        statusListIndex: '4711',
        statusListCredential: `${siteUrl}/credentials/status/suspension/1`,
      },
    });
  });

  it('never contains the private part of a key, nor an address of the holder', () => {
    const text = JSON.stringify([decodeProtectedHeader(token), decodeJwt(token)]);
    expect(text).not.toContain(key.d);
    expect(JSON.stringify(didDocument(issuer))).not.toContain(key.d);
    expect(text).not.toContain('mailto');
  });

  it('in a sample says that nobody earned it', async () => {
    const sample = decodeJwt(await signCredential(issuer, sampleAward({ isSample: true })));
    expect(sample.name).toBe('Sample, earned by nobody: CIHIS-AI: Applied Practice');
  });

  it('without an expiry has none', async () => {
    const endless = decodeJwt(await signCredential(issuer, sampleAward({ expiresOn: undefined })));
    expect(endless).not.toHaveProperty('exp');
    expect(endless).not.toHaveProperty('validUntil');
  });
});

describe('a badge file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n';

  it('is read from a picture, a token, or a wallet’s version of it', async () => {
    const baked = bakePng(png, token);
    const files = {
      png: baked,
      svg: bakeSvg(svg, token),
      'svg with text': svg.replace(
        '</svg>',
        `<openbadges:credential xmlns:openbadges="x">\n${token}\n</openbadges:credential></svg>`,
      ),
      jwt: `\n${token}\n`,
      json: JSON.stringify({ credential: token }),
      'json string': JSON.stringify(token),
      enveloped: JSON.stringify({
        type: 'EnvelopedVerifiableCredential',
        id: `data:application/vc+jwt,${token}`,
      }),
      'packed png': bakePackedPng(png, token),
    };
    for (const [name, file] of Object.entries(files)) {
      expect(await readBadgeFile(Buffer.from(file)), name).toBe(token);
    }
    // Image programs can still render it.
    expect(await sharp(baked).metadata()).toMatchObject({ width: 8, format: 'png' });
  });

  it('without one is recognized as such, however broken it is', async () => {
    const baked = bakePng(png, token);
    const files: (string | Uint8Array)[] = [
      '',
      'hello',
      '{',
      '[[[[["a.b.c"]]]]]',
      svg,
      png,
      baked.subarray(0, 60),
      baked.subarray(0, baked.length - 40),
      bakePng(png, 'not a token'),
      bakePackedPng(png, 'a'.repeat(50_000_000)),
      Buffer.alloc(3_000_000, token),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 255, 255, 255, 255, 0x69]),
    ];
    for (const [index, file] of files.entries()) {
      expect(await readBadgeFile(Buffer.from(file)), String(index)).toBeUndefined();
    }
  });

  // The first one blocked everybody for minutes, and anybody could send it.
  it.each([
    ['elements that never end', '<svg>'.padEnd(890_000, '<openbadges:credential ')],
    ['compressed texts that are too long', bakePackedPng(png, 'a'.repeat(300_000), 2_400)],
  ])('that is full of %s is rejected quickly', async (_, file) => {
    const began = performance.now();
    expect(await readBadgeFile(Buffer.from(file))).toBeUndefined();
    // Time is the subject.
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe('verifying a file', () => {
  const stated = {
    holder: 'Renée O’Connor',
    title: 'CIHIS-AI: Applied Practice',
    issuerName: expect.any(String),
  };

  it('succeeds for what we signed', async () => {
    const { number, issue } = award;
    expect(await proveToken(token, known)).toEqual({ kind: 'signed', number, issue, stated });
  });

  it('fails if a word was changed', async () => {
    const changed = withPayload(token, (payload) => {
      payload.credentialSubject.identifier[0].identityHash = 'Somebody Else';
    });
    expect(await proveToken(changed, known)).toMatchObject({
      kind: 'altered',
      stated: { holder: 'Somebody Else' },
    });
    const [head, body, signature = ''] = token.split('.');
    expect((await proveToken(`${head}.${body}.`, known)).kind).toBe('altered');
    const other = signature.startsWith('A') ? 'B' : 'A';
    expect((await proveToken(`${head}.${body}.${other}${signature.slice(1)}`, known)).kind).toBe(
      'altered',
    );
  });

  it('fails for a key that was never ours, even if it pretends to be', async () => {
    const thief = makeCredentialKey('two');
    const forged = await signCredential(createIssuer(siteUrl, [thief]), award);
    expect((await proveToken(forged, known)).kind).toBe('wrong-key');
    const sameName = await signCredential(createIssuer(siteUrl, [{ ...thief, kid: 'one' }]), award);
    expect((await proveToken(sameName, known)).kind).toBe('altered');
  });

  it('does not accept another algorithm, none at all, or a key embedded in the file', async () => {
    const [, body, signature] = token.split('.');
    for (const header of [
      { alg: 'none' },
      { alg: 'HS256', kid: 'did:web:site.test#one' },
      { alg: 'ES256', jwk: makeCredentialKey('x') },
      { alg: 'ES256', kid: 'https://thief.test/keys#one' },
      { alg: 'ES256', kid: 'did:web:site.test#one', crit: ['b64'], b64: false },
    ]) {
      const head = Buffer.from(JSON.stringify(header)).toString('base64url');
      expect((await proveToken(`${head}.${body}.${signature}`, known)).kind).toBe('wrong-key');
    }
  });

  it('says so if another issuer signed it, whatever its name', async () => {
    const elsewhere = createIssuer('https://elsewhere.test', [makeCredentialKey('one')]);
    expect((await proveToken(await signCredential(elsewhere, award), known)).kind).toBe('foreign');
    const twoNames = withPayload(token, (payload) => {
      payload.issuer.id = 'did:web:elsewhere.test';
    });
    expect((await proveToken(twoNames, known)).kind).toBe('foreign');
  });

  it('fails for what is no credential, signed by us or not', async () => {
    for (const text of ['a.b.c', '..', 'e30.e30.e30', 'W10.W10.W10']) {
      expect((await proveToken(text, known)).kind, text).toBe('unreadable');
    }
    const list = await signList(issuer, { purpose: 'revocation', list: 1, setBits: [] });
    expect((await proveToken(list, known)).kind).toBe('unreadable');
  });

  it('succeeds after a key change, as long as the old key is kept for verification', async () => {
    const { d, ...old } = key;
    const rotated = createIssuer(siteUrl, [makeCredentialKey('two'), old]);
    const now: KnownIssuer = readIssuer(didDocument(rotated));
    expect((await proveToken(token, now)).kind).toBe('signed');
    const fresh = await signCredential(rotated, award);
    expect(decodeProtectedHeader(fresh).kid).toBe('did:web:site.test#two');
    expect((await proveToken(fresh, now)).kind).toBe('signed');
    const forgotten = readIssuer(didDocument(createIssuer(siteUrl, [makeCredentialKey('two')])));
    expect((await proveToken(token, forgotten)).kind).toBe('wrong-key');
    expect(() => createIssuer(siteUrl, [old])).toThrow();
  });
});

describe('the status list', () => {
  it('has the bits that were set, and no others', () => {
    const bits = [0, 7, 8, 4_711, listLength - 1];
    const list = encodeList(bits);
    expect(list.startsWith('u')).toBe(true);
    for (const bit of [...bits, 1, 6, 9, 4_710, listLength - 2]) {
      expect(readBit(list, bit), String(bit)).toBe(bits.includes(bit));
    }
  });

  it('of 100,000 credentials is smaller than 20 KB if one in fifty is revoked', async () => {
    const revoked = Array.from({ length: 2_000 }, (_, index) => (index * 7_919) % 100_000);
    const signed = await signList(issuer, { purpose: 'revocation', list: 1, setBits: revoked });
    expect(signed.length).toBeLessThan(20_000);
    expect(decodeJwt(signed)).toMatchObject({
      issuer: 'did:web:site.test',
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', ttl: 30_000 },
    });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a forger's view of a credential.
function withPayload(of: string, change: (payload: any) => void): string {
  const [head, body = '', signature] = of.split('.');
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
  change(payload);
  return `${head}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`;
}

/** As other tools may embed it: compressed text, with a language. */
function bakePackedPng(picture: Buffer, text: string, times = 1): Buffer {
  const data = Buffer.concat([
    Buffer.from('iTXtopenbadgecredential\0\x01\0en\0badge\0', 'latin1'),
    deflateSync(text),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length - 4);
  const chunk = Buffer.concat([length, data, Buffer.alloc(4)]);
  const end = picture.length - 12;
  const chunks = Array.from({ length: times }, () => chunk);
  return Buffer.concat([picture.subarray(0, end), ...chunks, picture.subarray(end)]);
}
