import type { Page } from '@playwright/test';
import { badgePng, badgeSvg } from '#api/credentials/badge/badge-picture.ts';
import { bakePng, bakeSvg } from '#api/credentials/badge/bake.ts';
import { signCredential } from '#api/credentials/badge/credential.ts';
import type { AwardFacts } from '#api/credentials/badge/facts.ts';
import { makeCredentialKey, sampleAward } from '#api/credentials/badge/fixture/sample-award.ts';
import { createIssuer } from '#api/credentials/badge/issuer.ts';
import {
  makeCredentialNumber,
  showCredentialNumber,
} from '#domain/credentials/credential-number.ts';
import { expect, openPlainPage, test } from '../support/browser.ts';
import { expectSound } from '../support/sound.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { testKeys } from '../support/test-keys.ts';

/** The issuer for the test's site, whose address is not known before it listens. */
const siteUrl = 'http://127.0.0.1:0';
const issuer = createIssuer(siteUrl, testKeys.credentialKeys);

/** An award in the register, brought into a given state. */
async function award(
  { asAdmin, database }: Pick<TestServer, 'asAdmin' | 'database'>,
  change = '',
  more: object = {},
) {
  const number = makeCredentialNumber();
  const name = `Renée O’Connor ${number.slice(0, 4)}`;
  const line = { number, type: 'CIHIS-AI', name, awarded_on: '2026-01-15', ...more };
  await database.asService.query({
    text: 'select register.add_samples($1)',
    values: [JSON.stringify([line])],
  });
  await asAdmin(async (admin) => {
    await admin.query("set session_replication_role = 'replica'");
    await admin.query(
      `update register.awards set is_sample = false ${change && `, ${change}`} where number = $1`,
      [number],
    );
  });
  return { number, shown: showCredentialNumber(number), name };
}

const facts = (number: string, holder: string, issue = 1): AwardFacts =>
  sampleAward({ number, holder, issue, awardedOn: '2026-01-15', expiresOn: undefined });

const states = [
  ['Valid', 'This credential is valid.', ''],
  [
    'Suspended',
    'not valid while the suspension lasts',
    "state = 'suspended', state_since = now(), awarded_on = '2024-01-15', expires_on = '2025-01-15'",
  ],
  ['Revoked', 'was revoked', "state = 'revoked', state_since = now()"],
  ['Expired', 'has expired', "awarded_on = '2024-01-15', expires_on = '2025-01-15'"],
  [
    'Not valid',
    'no credential with this number',
    'name = null, email = null, line_key = null, erased_at = now()',
  ],
] as const;

test('a number says in words what its state is, to everybody and without scripts', async ({
  page,
  context,
  server,
  complaints,
}) => {
  const still = await openPlainPage(context, server.url);
  for (const tab of [page, still]) {
    await tab.goto('/verify');
    await tab.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(tab.getByLabel('Number')).toHaveAccessibleDescription(/Enter the number that/);
  }
  for (const [title, sentence, change] of states) {
    await test.step(title, () => expectWords(title, sentence, change));
  }
  expect(complaints).toEqual([]);

  async function expectWords(title: string, sentence: string, change: string) {
    const { number, shown, name } = await award(server, change);
    await page.goto('/verify');
    await page.getByLabel('Number').fill(shown.toLowerCase().replaceAll('-', ' '));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveURL(`/verify/${shown}`);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(title === 'Not valid' ? 0 : 1);
    await expect(page.getByText('Valid through', { exact: true })).toHaveCount(
      title === 'Valid' ? 1 : 0,
    );
    await expect(page.getByText('Would have ended after', { exact: true })).toHaveCount(
      title === 'Suspended' ? 1 : 0,
    );
    await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(1);
    await expectSound(page, { part: 'main' });
    await still.goto(`/verify/${number.toLowerCase()}?from=x`);
    await expect(still).toHaveURL(`/verify/${shown}?from=x`);
    await expect(still.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
});

test('a number that was replaced leads to the credential in its place', async ({
  page,
  server,
  complaints,
}) => {
  const made = await award(server);
  const old = await award(server, supersededBy(made.number));
  await page.goto(`/verify/${old.shown}`);
  await expect(page.getByRole('heading', { name: 'Replaced', exact: true })).toBeVisible();
  await expect(page.getByText('It is no longer valid.')).toBeVisible();
  await expectSound(page, { part: 'main' });
  await page.getByRole('link', { name: 'See the credential in its place' }).click();
  await expect(page).toHaveURL(`/verify/${made.shown}`);
  await expect(page.locator('[data-check="active"]')).toContainText(made.name);
  expect(complaints).toEqual([]);
});

test('search engines find only holders who chose it', async ({ page, server }) => {
  const { shown, name } = await award(server, 'is_listed = true');
  await page.goto(`/verify/${shown}`);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  await expect(page).toHaveTitle(new RegExp(name));
});

test('a mistyped number is told what is wrong, without asking the register', async ({ page }) => {
  await page.goto('/verify');
  await page.getByLabel('Number').fill('0000-0000-0000-1');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('There is a mistake in this number')).toBeVisible();
  await expect(page.getByLabel('Number')).toHaveValue('0000-0000-0000-1');
  const answer = await page.goto('/verify/nonsense');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('A number has thirteen letters and digits')).toBeVisible();
});

const supersededBy = (number: string) =>
  `state = 'revoked', state_since = now(), replaced_by = (select id from register.awards where number = '${number}')`;

/** Every way in which a file is not what it seems, and the sentence that says so. */
async function makeFiles(server: TestServer) {
  const good = await award(server);
  const revoked = await award(server, "state = 'revoked', state_since = now()");
  const suspended = await award(server, "state = 'suspended', state_since = now()");
  const expired = await award(server, "awarded_on = '2024-01-15', expires_on = '2025-01-15'");
  const superseded = await award(server, supersededBy(good.number));
  const corrected = await award(server, 'issue = 2');
  const erased = await award(
    server,
    'name = null, email = null, line_key = null, erased_at = now()',
  );
  const sign = (of: { number: string; name: string }, by = issuer) =>
    signCredential(by, facts(of.number, of.name));
  const genuine = await sign(good);
  const [head, body = '', signature] = genuine.split('.');
  const changed = Buffer.from(body, 'base64url').toString().replaceAll('Renée', 'Ronald');
  const thief = createIssuer(siteUrl, [makeCredentialKey('thief')]);
  const elsewhere = createIssuer('https://elsewhere.example', [makeCredentialKey('x')]);
  return [
    { token: genuine, says: ['The file is genuine', 'This credential is valid.', good.name] },
    // Somebody else may present it: whose it is stands beside it.
    { token: genuine, says: [good.name, 'Make sure that this is the person'] },
    { token: await sign(revoked), says: ['The file is genuine', 'This credential was revoked.'] },
    {
      token: await sign(suspended),
      says: ['The file is genuine', 'This credential is suspended.'],
    },
    { token: await sign(expired), says: ['The file is genuine', 'This credential has expired.'] },
    { token: await sign(superseded), says: ['This credential was replaced by another one.'] },
    {
      token: await sign(corrected),
      says: ['The file is genuine', 'This file was replaced by a newer one.', corrected.name],
    },
    { token: await sign(erased), says: ['The file is genuine', 'no credential with this number'] },
    {
      token: `${head}.${Buffer.from(changed).toString('base64url')}.${signature}`,
      says: ['Altered or forged'],
    },
    { token: await sign(good, thief), says: ['Forged'] },
    { token: await sign(good, elsewhere), says: ['Not ours', 'Another issuer'] },
    { token: 'no token', says: ['There is no credential in this file'] },
  ];
}

const forms = ['png', 'svg', 'jwt', 'json'] as const;

const svg = badgeSvg(facts('', '').type, '2026');
let drawn: ReturnType<typeof badgePng> | undefined;

async function asFile(token: string, form: (typeof forms)[number]) {
  const contents = {
    png: async () => {
      drawn ??= badgePng(svg);
      return bakePng(await drawn, token);
    },
    svg: async () => Buffer.from(bakeSvg(svg, token)),
    jwt: async () => Buffer.from(token),
    json: async () => Buffer.from(JSON.stringify({ credential: token })),
  };
  return { name: `badge.${form}`, mimeType: '', buffer: await contents[form]() };
}

async function choose(page: Page, file: Awaited<ReturnType<typeof asFile>>) {
  await page.getByLabel('Badge file').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).click();
}

test('a badge file is verified in the browser, which sends only the number', async ({
  page,
  server,
  complaints,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().endsWith('/views')) sent.push(request.url());
  });
  await page.goto('/verify');
  const result = page.locator('[data-check-result]');
  for (const [index, { token, says }] of (await makeFiles(server)).entries()) {
    // A valid one in every form; each of the others in one, because all forms are judged by their
    // content alone.
    const some = forms.filter((_, place) => index === 0 || place === index % forms.length);
    for (const form of some) {
      // Nothing is left of the previous file's result.
      await result.evaluate((place) => {
        place.replaceChildren();
        place.blur();
      });
      await choose(page, await asFile(token, form));
      for (const sentence of says) await expect(result, form).toContainText(sentence);
      await expect(result).toBeFocused();
    }
  }
  await expectSound(page, { part: 'main' });
  expect(sent).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a badge file is verified by the server if there are no scripts', async ({
  context,
  server,
}) => {
  const files = await makeFiles(server);
  const formOf = (index: number) => forms[index % forms.length] ?? 'png';
  await test.step('as a browser sends it', async () => {
    const [{ token, says } = { token: '', says: [] }] = files;
    const page = await openPlainPage(context, server.url);
    await page.goto('/verify');
    await choose(page, await asFile(token, formOf(0)));
    for (const sentence of says) {
      await expect(page.locator('[data-check-result]')).toContainText(sentence);
    }
  });
  for (const [index, { token, says }] of files.entries()) {
    const { name, buffer } = await asFile(token, formOf(index));
    const body = new FormData();
    body.append('file', new File([new Uint8Array(buffer)], name));
    const answer = await fetch(`${server.url}/verify`, { method: 'POST', body });
    const [, result = ''] = (await answer.text()).split(/data-check-result|data-check-number/);
    const words = result.replaceAll(/<[^>]+>/g, '');
    for (const sentence of says) expect(words, name).toContain(sentence);
  }
});

test('a file that is dropped anywhere on the page is verified, and does not replace the page', async ({
  page,
  server,
}) => {
  const { number, name } = await award(server);
  const token = await signCredential(issuer, facts(number, name));
  await page.goto('/verify');
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'badge.jwt'));
    return data;
  }, token);
  await page.dispatchEvent('footer', 'drop', { dataTransfer: transfer });
  await expect(page.locator('[data-check-result]')).toContainText('This credential is valid.');
});

test('the camera reads the code of a certificate where the browser can', async ({
  page,
  server,
}) => {
  const { shown } = await award(server);
  await page.goto('/verify');
  await expect(page.getByRole('button', { name: 'Scan the code' })).toBeHidden();
  await page.addInitScript((link) => {
    let tries = 0;
    class Detector {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => {
        tries += 1;
        if (tries === 1) throw new DOMException('no frame yet', 'InvalidStateError');
        return [{ rawValue: 'https://elsewhere.example' }, { rawValue: link }];
      };
    }
    Object.assign(window, { BarcodeDetector: Detector });
    const canvas = document.createElement('canvas');
    canvas.getContext('2d');
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: async () => canvas.captureStream() },
    });
    HTMLMediaElement.prototype.play = async () => {};
  }, `https://site.example/verify/${shown}`);
  const response = await page.reload();
  expect(response?.headers()['permissions-policy']).toContain('camera=(self)');
  await page.getByRole('button', { name: 'Scan the code' }).click();
  await expect(page.locator('[data-no-camera]')).toBeVisible();
  expect(
    await page
      .locator('[data-camera] video')
      .evaluate((video: HTMLVideoElement) =>
        (video.srcObject as MediaStream).getTracks().map(({ readyState }) => readyState),
      ),
    'the camera is off again',
  ).toEqual(['ended']);
  await page.getByRole('button', { name: 'Scan the code' }).click();
  await expect(page).toHaveURL(`/verify/${shown}`);
  const other = await page.goto('/about');
  expect(other?.headers()['permissions-policy']).toContain('camera=()');
});

test('programs get JSON, from any origin, and find our keys', async ({ request, server }) => {
  const { shown, name } = await award(server);
  const check = await request.get(`/verify/${shown}`, { headers: { accept: 'application/json' } });
  expect(await check.json()).toMatchObject({ is_valid: true, holder: name });
  expect(check.headers()['access-control-allow-origin']).toBe('*');
  for (const [path, type] of [
    ['/.well-known/did.json', 'application/did+json'],
    ['/credentials/keys.json', 'application/jwk-set+json'],
    ['/credentials/issuer.json', 'application/ld+json'],
    ['/credentials/status/revocation/1', 'application/vc+jwt'],
    ['/credentials/cihis-ai/1.json', 'application/ld+json'],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['content-type'], path).toBe(type);
    expect(response.headers()['access-control-allow-origin'], path).toBe('*');
    expect(await response.text()).not.toContain('"d":');
  }
  const page = await request.get(`/verify/${shown}`);
  expect(page.headers()['access-control-allow-origin']).toBeUndefined();
  expect(page.headers().vary).toContain('Accept');
  expect(page.headers()['cache-control']).toContain('no-store');
});
