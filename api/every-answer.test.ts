import { describe, expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { createApi } from './api.ts';

const { call, actors, bugs, dependencies } = await openTestApi();
const person = await actors.signedIn();
const jobs = '/rest/v1/jobs?select=*&is_active=eq.true&order=created_at.desc';

function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  return call(new Request(siteUrl + path, { ...init, headers }));
}

describe('what every response has in common', () => {
  const headers = { apikey: testKeys.publishableKey };

  it('it lets other origins call, as Supabase does', async () => {
    const preflight = await ask(
      jobs,
      {
        origin: 'https://a.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey, prefer',
      },
      { method: 'OPTIONS' },
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('prefer');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it('it is cached by nothing on the way, and says what it depends on', async () => {
    const { headers: signedIn } = person;
    const asked: [string, Record<string, string>, RequestInit?][] = [
      ['/rest/v1/jobs?select=id', headers],
      ['/rest/v1/jobs?select=id', signedIn],
      ['/rest/v1/jobs?select=id', signedIn, { method: 'HEAD' }],
      ['/rest/v1/jobs?select=id&limit=1', { ...headers, accept: 'text/csv', range: '0-1' }],
      ['/rest/v1/jobs?select=nothing', headers],
      ['/rest/v1/nothing', headers],
      ['/rest/v1/jobs?select=id', {}],
      ['/rest/v1/jobs', { ...headers, 'content-length': '9999999' }, { method: 'POST', body: 'x' }],
      ['/rest/v1/jobs', { ...headers, authorization: 'Bearer nonsense' }],
      ['/functions/v1/check-subscription', signedIn, { method: 'POST' }],
      ['/functions/v1/check-subscription', headers, { method: 'POST' }],
      ['/functions/v1/check-subscription', {}, { method: 'POST' }],
      ['/functions/v1/nothing', headers],
      ['/nowhere/v1/x', headers],
    ];
    for (const [path, sent, init] of asked) {
      const { headers: got, status } = await ask(path, sent, init);
      expect([path, status, got.get('cache-control')]).toEqual([path, status, 'no-store']);
      const vary = (got.get('vary') ?? '').toLowerCase().split(/, */);
      expect(vary).toEqual(expect.arrayContaining(['apikey', 'authorization']));
      if (path.startsWith('/rest')) {
        expect(vary).toEqual(
          expect.arrayContaining([
            'accept',
            'accept-encoding',
            'accept-profile',
            'prefer',
            'range',
          ]),
        );
      }
    }
  });

  it('it lets only the requesting browser cache a preflight', async () => {
    const response = await ask(
      jobs,
      { origin: 'https://a.example', 'access-control-request-method': 'GET' },
      { method: 'OPTIONS' },
    );
    expect(response.headers.get('access-control-max-age')).toBe('3600');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toBe('Access-Control-Request-Headers');
  });

  it('it is JSON for a path that does not exist', async () => {
    for (const path of ['/rest/v1/nothing', '/nowhere/v1/x', '/rest/v2/jobs']) {
      const response = await ask(path, headers);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('application/json');
    }
  });

  it('it refuses a body over one megabyte', async () => {
    const body = 'x'.repeat(1_048_577);
    const ways: Record<string, string>[] = [
      { 'content-length': String(body.length) },
      { 'transfer-encoding': 'chunked' },
    ];
    for (const way of ways) {
      for (const path of ['/rest/v1/jobs', '/auth/v1/signup']) {
        const response = await ask(path, { ...headers, ...way }, { method: 'POST', body });
        expect(response.status).toBe(413);
        expect(response.headers.get('connection')).toBe('close');
      }
    }
  });

  it('it reports malformed JSON as such', async () => {
    for (const path of ['/rest/v1/jobs', '/auth/v1/signup']) {
      const response = await ask(
        path,
        { ...headers, 'content-type': 'application/json' },
        { method: 'POST', body: '{"title":' },
      );
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toContain('application/json');
    }
  });

  it('it is 405 for a method that a path does not support', async () => {
    expect((await ask('/rest/v1/jobs', headers, { method: 'PROPFIND' })).status).toBe(405);
    const methods = async (path: string, method: string) => {
      const answer = await ask(path, headers, { method });
      return [answer.status, answer.headers.get('allow')];
    };
    expect(await methods('/auth/v1/signup', 'DELETE')).toEqual([405, 'POST, OPTIONS']);
    expect(await methods('/auth/v1/user', 'DELETE')).toEqual([405, 'GET, PUT, OPTIONS']);
    expect(await methods('/functions/v1/track-job-click', 'GET')).toEqual([405, 'POST, OPTIONS']);
  });

  it('causes no unexpected errors', () => expect(bugs).toEqual([]));
});

it('an unexpected failure is answered with the request id and nothing else', async () => {
  const told: [unknown, string][] = [];
  const broken = createApi({
    ...dependencies,
    database: {
      ...dependencies.database,
      askAs: () => Promise.reject(new TypeError('a detail of the inside')),
    },
    reportBug: (error: unknown, requestId: string) => told.push([error, requestId]),
  });
  const response = await broken(
    new Request(siteUrl + jobs, {
      headers: { apikey: testKeys.publishableKey, 'x-request-id': 'the-id' },
    }),
  );
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).toContain('the-id');
  expect(text).not.toMatch(/a detail|TypeError|\.ts/);
  expect(told.map(([, requestId]) => requestId)).toEqual(['the-id']);
});

it('what policies see of a request is no object literal with a getter, which would outlive its response', async () => {
  const seen: unknown[] = [];
  const listening = createApi({
    ...dependencies,
    database: {
      ...dependencies.database,
      askAs: (caller, ...rest) => {
        seen.push(caller.request);
        return dependencies.database.askAs(caller, ...rest);
      },
    },
  });
  await listening(new Request(siteUrl + jobs, { headers: { apikey: testKeys.publishableKey } }));
  expect(seen).toHaveLength(1);
  const own = Object.values(Object.getOwnPropertyDescriptors(seen[0]));
  expect(own.filter(({ get }) => get)).toEqual([]);
});
