import { describe, expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { fetch, bugs } = await openTestApi();

const depth = 150_000;
const lists = '['.repeat(depth) + ']'.repeat(depth);
const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const endpoints = [
  ['/rest/v1/jobs', (deep: string) => deep],
  ['/rest/v1/jobs', (deep: string) => `{"title":${deep}}`],
  ['/rest/v1/rpc/search_jobs', (deep: string) => `{"q":${deep}}`],
  ['/auth/v1/signup', (deep: string) => deep],
  [
    '/auth/v1/signup',
    (deep: string) => `{"email":"deep@people.example","password":"secret-1","data":{"a":${deep}}}`,
  ],
  ['/auth/v1/token?grant_type=password', (deep: string) => `{"email":${deep}}`],
  ['/functions/v1/report-job', (deep: string) => `{"jobId":${deep}}`],
  ['/functions/v1/track-job-click', (deep: string) => deep],
  ['/storage/v1/object/list/pictures', (deep: string) => `{"prefix":${deep}}`],
] as const;

describe('a body that is nested 150,000 deep', () => {
  for (const [name, deep] of Object.entries({ lists, objects })) {
    it.each(endpoints)(`of ${name} is the caller’s error at %s`, async (path, bodyOf) => {
      for (const key of [testKeys.publishableKey, testKeys.secretKey]) {
        const response = await fetch(path, {
          method: 'POST',
          headers: {
            apikey: key,
            'content-type': 'application/json',
            'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/150.0',
          },
          body: bodyOf(deep),
        });
        expect(response.status, await response.text()).toBeLessThan(500);
      }
      expect(bugs).toEqual([]);
    });
  }
});

describe('a body that could still be read', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  it.each([
    ['/rest/v1/rpc/search_jobs', (deep: string) => `{"q":${deep}}`, 'PGRST102'],
    [
      '/auth/v1/signup',
      (deep: string) => `{"email":"deep@people.example","data":{"a":${deep}}}`,
      'bad_json',
    ],
    ['/functions/v1/report-job', (deep: string) => `{"jobId":1,"a":${deep}}`, 'bad_json'],
    [
      '/storage/v1/object/list/pictures',
      (deep: string) => `{"prefix":"","a":${deep}}`,
      'InvalidRequest',
    ],
    [
      '/auth/v1/passkeys/authentication/verify',
      (deep: string) =>
        JSON.stringify({
          challenge_id: crypto.randomUUID(),
          credential: {
            id: 'AAAA',
            type: 'public-key',
            response: {
              clientDataJSON: Buffer.from(deep).toString('base64url'),
              authenticatorData: '',
              signature: '',
              userHandle: '',
            },
          },
        }),
      'validation_failed',
    ],
  ])('of %s is not parsed if it is nested more than 500 deep', async (path, bodyOf, code) => {
    const answers = [400, 10_000].map(async (levels) => {
      const headers = { apikey: testKeys.publishableKey, 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: bodyOf(nested(levels)) });
      return response.text();
    });
    const [shallow, deep] = await Promise.all(answers);
    expect(shallow).not.toContain(code);
    expect(deep).toContain(code);
  });
});
