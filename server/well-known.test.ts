import { afterEach, expect, it, vi } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { openWholeSite } from '#test/support/whole-site.ts';

const { first } = await openWholeSite();
afterEach(() => {
  vi.useRealTimers();
});

async function fields() {
  const response = await first.get('/.well-known/security.txt');
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ]);
  const lines = (await response.text()).trim().split('\n');
  return new Map(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
}

it('says where to report a vulnerability, and where that is published', async () => {
  const found = await fields();
  expect(found.get('Contact')).toMatch(/^mailto:[^@\s]+@[^@\s]+$/);
  expect(found.get('Canonical')).toBe(`${siteUrl}/.well-known/security.txt`);
});

it('never expires, however long the process runs', async () => {
  for (const years of [0, 1, 5]) {
    const now = Date.now() + years * 31_557_600_000;
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const left = Date.parse((await fields()).get('Expires') ?? '') - now;
    vi.useRealTimers();
    expect(left).toBeGreaterThan(150 * 86_400_000);
    expect(left).toBeLessThan(365 * 86_400_000);
  }
});

it('is read-only', async () => {
  const posted = await first.get('/.well-known/security.txt', { method: 'POST', body: '' });
  expect(posted.status).not.toBe(200);
});

it('password managers find where a password is changed, and that passkeys are supported', async () => {
  const { status, headers } = await first.get('/.well-known/change-password');
  expect([status, headers.get('location')]).toEqual([302, '/account']);
  const passkeys = await first.get('/.well-known/passkey-endpoints');
  expect(await passkeys.json()).toEqual({
    enroll: `${siteUrl}/account`,
    manage: `${siteUrl}/account`,
  });
});
