import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readBadgeFile } from '#domain/credentials/badge-file.ts';
import { proveToken, readIssuer } from '#domain/credentials/badge-proof.ts';
import type { CheckAnswer } from '#domain/credentials/credential-check.ts';
import {
  makeCredentialNumber,
  showCredentialNumber,
} from '#domain/credentials/credential-number.ts';
import type { Actor } from '#test/support/actors.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { createCredentialDocuments } from './documents.ts';
import { didDocument } from './issuer.ts';
import { readBit } from './status-list.ts';

const api = await openTestApi();
const { actors, database, dependencies } = api;
const ada = await createStaffActors(api)('staff');
const issuer = dependencies.credentials;
const known = readIssuer(didDocument(issuer));

async function ask<Data>(name: string, body: object, by: Pick<Actor, 'headers'>) {
  const response = await api.fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers: by.headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Data };
}

/** Each test uses a different client, because requests are counted by client. */
let clients = 0;
const newClient = () => {
  clients += 1;
  return { headers: { 'x-client-address': `203.0.113.${clients}` } };
};

const check = async (number: string, issue?: number) =>
  (await ask<CheckAnswer>('check-credential', { number, issue }, newClient())).body;

async function award(holder: Actor, more: object = {}): Promise<string> {
  const line = { type: 'CIHIS-AI', name: 'Jane Doe', email: '', awarded_on: '2026-01-15' };
  const rest = { expires_on: '', evidence: '', ...more };
  const { body } = await ask<{ numbers: string[] }>(
    'staff-award-credentials',
    { lines: [{ ...line, name: `Jane ${crypto.randomUUID().slice(0, 8)}`, ...rest }] },
    ada,
  );
  const number = body.numbers[0] ?? '';
  await api.asAdmin((admin) =>
    admin.query('update register.awards set user_id = $1 where number = $2', [holder.id, number]),
  );
  return number;
}

const act = (name: string, body: object) => ask<object>(`staff-${name}`, body, ada);

type FileAnswer = { name: string; type: string; base64: string };

async function take(holder: Pick<Actor, 'headers'>, number: string, kind: string) {
  const { status, body } = await ask<FileAnswer>('credential-file', { number, kind }, holder);
  return { status, ...body, bytes: Buffer.from(body.base64 ?? '', 'base64') };
}

const documents = createCredentialDocuments({
  database,
  issuer,
  siteUrl,
  callFunction: (name, body, request) =>
    api.fetch(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'x-client-address': request.headers.get('x-client-address') ?? '' },
      body: JSON.stringify(body),
    }),
});

async function get(path: string, headers: Record<string, string> = {}) {
  const request = new Request(siteUrl + path, { headers: { ...newClient().headers, ...headers } });
  return documents(request, new URL(request.url));
}

describe('checking a number', () => {
  it('tells a stranger whose it is and what it required, and nothing else', async () => {
    const number = await award(await actors.signedIn(), { name: 'Renée O’Connor' });
    const answer = await check(showCredentialNumber(number).toLowerCase());
    expect(answer).toMatchObject({
      number: showCredentialNumber(number),
      isValid: true,
      state: 'active',
      holder: 'Renée O’Connor',
      title: 'CIHIS-AI: Applied Practice',
      awardedOn: '2026-01-15',
      issue: 1,
      isListed: false,
      type: { code: 'CIHIS-AI', hours: { from: 150, to: 150 }, page: '/credentials/cihis-ai/1' },
    });
    expect(JSON.stringify(answer)).not.toMatch(/@|evidence|user_id|reason/);
  });

  it('gives the same answer for a number that never existed and one that was erased', async () => {
    const number = await award(await actors.signedIn());
    await api.asAdmin((admin) =>
      admin.query('select register.wipe(a) from register.awards as a where number = $1', [number]),
    );
    const gone = await check(number);
    const never = makeCredentialNumber();
    expect(await check(never)).toEqual({
      number: showCredentialNumber(never),
      issuer: expect.any(String),
      checkedAt: expect.any(String),
      isValid: false,
      state: 'unknown',
    });
    const same = { number: '', checkedAt: '' };
    expect({ ...gone, ...same }).toEqual({ ...(await check(never)), ...same });
  });

  it('shows at once what staff did to it', async () => {
    const number = await award(await actors.signedIn());
    await act('suspend-credential', { number, reason: 'Under review.' });
    expect(await check(number)).toMatchObject({ isValid: false, state: 'suspended' });
    await act('lift-suspension', { number });
    expect(await check(number)).toMatchObject({ isValid: true, state: 'active' });
    const past = await award(await actors.signedIn(), {
      awarded_on: '2024-01-01',
      expires_on: '2025-12-31',
    });
    expect(await check(past)).toMatchObject({ isValid: false, state: 'expired' });
  });

  it('counts by client, and refuses a malformed number without counting', async () => {
    const client = newClient();
    const wrong = await ask('check-credential', { number: '0000-0000-0000-1' }, client);
    expect(wrong.status).toBe(400);
    const asked = [];
    for (let index = 0; index < 61; index += 1) {
      asked.push(await ask('check-credential', { number: makeCredentialNumber() }, client));
    }
    expect(asked.slice(0, 60).map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(asked.at(-1)?.status).toBe(429);
  });
});

describe('the files of a holder', () => {
  it('contain one credential that proves to be ours, in every format', async () => {
    const jane = await actors.signedIn();
    const number = await award(jane, { name: 'Jane Doe' });
    const tokens = [];
    for (const kind of ['png', 'svg', 'jwt']) {
      const file = await take(jane, number, kind);
      expect(file.name).toBe(`credential-${showCredentialNumber(number)}.${kind}`);
      expect(file.bytes.length, kind).toBeLessThan(100_000);
      tokens.push(await readBadgeFile(file.bytes));
    }
    expect(new Set(tokens).size).toBe(1);
    expect(await proveToken(tokens[0] ?? '', known)).toMatchObject({
      kind: 'signed',
      number,
      issue: 1,
      stated: { holder: 'Jane Doe' },
    });
    const png = await take(jane, number, 'png');
    expect(await sharp(png.bytes).metadata()).toMatchObject({ width: 600, height: 600 });
  });

  it('include a certificate on both paper sizes, always the same bytes, small enough to email', async () => {
    const jane = await actors.signedIn();
    const number = await award(jane);
    const [letter, again, a4] = await Promise.all(
      ['certificate-letter', 'certificate-letter', 'certificate-a4'].map((kind) =>
        take(jane, number, kind),
      ),
    );
    expect(digest(letter?.bytes)).toBe(digest(again?.bytes));
    expect(letter?.bytes.toString('latin1')).toContain('/MediaBox [0 0 792 612]');
    expect(a4?.bytes.toString('latin1')).toContain('/MediaBox [0 0 841.89 595.28]');
    expect(letter?.bytes.length).toBeLessThan(60_000);
    expect(letter?.bytes.toString('latin1')).toContain('/Marked true');
  });

  it('are for nobody else, and not for what is not valid', async () => {
    const jane = await actors.signedIn();
    const number = await award(jane);
    expect((await take(await actors.signedIn(), number, 'jwt')).status).toBe(404);
    expect((await take(ada, number, 'jwt')).status).toBe(404);
    expect((await take(newClient(), number, 'jwt')).status).toBe(401);
    expect((await take(jane, makeCredentialNumber(), 'jwt')).status).toBe(404);
    expect((await take(jane, number, 'exe')).status).toBe(400);
    await act('suspend-credential', { number, reason: 'Under review.' });
    expect((await take(jane, number, 'jwt')).status).toBe(404);
  });

  it('that were replaced lead to the newer one, and the newest is available', async () => {
    const jane = await actors.signedIn();
    const number = await award(jane);
    const first = await take(jane, number, 'jwt');
    await act('correct-credential-name', { number, name: 'Jane Doe-Miller' });
    const second = await take(jane, number, 'jwt');
    const proof = await proveToken(second.bytes.toString(), known);
    expect(proof).toMatchObject({
      kind: 'signed',
      issue: 2,
      stated: { holder: 'Jane Doe-Miller' },
    });
    expect(await proveToken(first.bytes.toString(), known)).toMatchObject({ issue: 1 });
    expect(await check(number, 1)).toMatchObject({
      isValid: false,
      state: 'replaced',
      holder: 'Jane Doe-Miller',
      issue: 2,
    });
    expect(await check(number, 2)).toMatchObject({ isValid: true, state: 'active' });
    expect(await check(number, 3)).toMatchObject({ isValid: false, state: 'unknown' });
  });
});

describe('what programs read', () => {
  it('includes the check as JSON, by URL or by the Accept header', async () => {
    const number = await award(await actors.signedIn());
    const shown = showCredentialNumber(number);
    const byName = await get(`/verify/${shown}.json`);
    const byAccept = await get(`/verify/${shown}`, { accept: 'application/json' });
    for (const response of [byName, byAccept]) {
      expect(response?.status).toBe(200);
      expect(response?.headers.get('access-control-allow-origin')).toBe('*');
      expect(response?.headers.get('cache-control')).toBe('no-store');
      expect(await response?.json()).toMatchObject({
        number: shown,
        is_valid: true,
        sentence: 'This credential is valid.',
        type: 'CIHIS-AI',
        awarded_on: '2026-01-15',
        expires_on: null,
      });
    }
    expect(await get(`/verify/${shown}`, { accept: 'text/html,application/json' })).toBeUndefined();
    expect((await get('/verify/nonsense.json'))?.status).toBe(422);
  });

  it('includes the requirements of a credential, with its picture', async () => {
    const json = await get('/credentials/cihis-ai/1.json');
    // A proxy that caches by URL would show people what it cached for a program.
    const atItsPage = await get('/credentials/cihis-ai/1', { accept: 'application/json' });
    expect(atItsPage?.headers.get('x-accel-expires')).toBe('0');
    expect(json?.headers.get('x-accel-expires')).toBeNull();
    expect(await (await get('/credentials/cihis-ai/1.JSON'))?.json()).toEqual(
      await atItsPage?.json(),
    );
    expect(json?.headers.get('content-type')).toBe('application/ld+json');
    expect(await json?.json()).toMatchObject({
      id: `${siteUrl}/credentials/cihis-ai/1`,
      type: ['Achievement'],
      creator: { id: issuer.did },
    });
    const png = await get('/credentials/cihis-ai/1.png');
    expect(png?.headers.get('content-type')).toBe('image/png');
    expect((await get('/credentials/micro-pe-2/1.svg'))?.headers.get('content-type')).toBe(
      'image/svg+xml',
    );
    expect((await get('/credentials/cihis-zz/1.json'))?.status).toBe(404);
    expect((await get('/credentials/cihis-ai/99.json'))?.status).toBe(404);
    expect(await get('/credentials/cihis-ai/1')).toBeUndefined();
  });

  it('includes a signed list of what is suspended and what is revoked', async () => {
    const jane = await actors.signedIn();
    const numbers = [await award(jane), await award(jane), await award(jane)];
    const entries: StatusEntry[] = [];
    for (const number of numbers) entries.push(await entryOf(jane, number));
    const reason = 'Under review.';
    await act('suspend-credential', { number: numbers[1], reason });
    await act('revoke-credential', { number: numbers[2], reason });

    expect(await bitsOf(entries)).toEqual([false, true, true]);
    // Files signed before both lists shared one entry refer to this list as well.
    const statusListCredential = `${siteUrl}/credentials/status/revocation/1`;
    const ended = await bitsOf(entries.map((entry) => ({ ...entry, statusListCredential })));
    expect(ended).toEqual([false, false, true]);
    expect((await get('/credentials/status/revocation/99'))?.status).toBe(404);
    expect(await get('/credentials/status/gossip/1')).toBeUndefined();
  });
});

type StatusEntry = { statusListIndex: string; statusListCredential: string };

async function entryOf(holder: Actor, number: string): Promise<StatusEntry> {
  const token = (await take(holder, number, 'jwt')).bytes.toString();
  return decodeJwt<{ credentialStatus: StatusEntry }>(token).credentialStatus;
}

function bitsOf(entries: StatusEntry[]): Promise<boolean[]> {
  return Promise.all(
    entries.map(async ({ statusListCredential, statusListIndex }) => {
      const response = await get(statusListCredential.replace(siteUrl, ''));
      expect(response?.headers.get('content-type')).toBe('application/vc+jwt');
      expect(response?.headers.get('access-control-allow-origin')).toBe('*');
      const list = decodeJwt<{ credentialSubject: { encodedList: string } }>(
        (await response?.text()) ?? '',
      );
      expect(list.iss).toBe(issuer.did);
      return readBit(list.credentialSubject.encodedList, Number(statusListIndex));
    }),
  );
}

function digest(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
}
