import { describe, expect, it, vi } from 'vitest';
import { signToken } from '#test/support/actors.ts';
import { signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, actors, bugs } = await openTestApi();
const person = await actors.signedIn();
const jobs = '/rest/v1/jobs?select=*&is_active=eq.true&order=created_at.desc';

function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  return call(new Request(siteUrl + path, { ...init, headers }));
}

describe('the key', () => {
  it('is required', async () => {
    const response = await ask(jobs);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    });
  });

  it('is refused if it is unknown', async () => {
    const response = await ask(jobs, { apikey: 'sb_publishable_of_another_site' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Invalid API key' });
  });

  it('is read from the header or the URL', async () => {
    expect((await ask(jobs, { apikey: testKeys.publishableKey })).status).toBe(200);
    const body = await ask(`/rest/v1/nothing?apikey=${testKeys.publishableKey}`);
    expect(body.status).toBe(404);
  });

  it('is refused in the URL if it is the secret one, anywhere and in any encoding', async () => {
    const { secretKey } = testKeys;
    const [first = '', ...rest] = secretKey;
    const escaped = `%${first.charCodeAt(0).toString(16)}${rest.join('')}`;
    const places = [
      `/rest/v1/jobs?select=id&apikey=${secretKey}`,
      `/rest/v1/jobs?select=id&apikey=${escaped}`,
      `/rest/v1/jobs?select=id&title=eq.${secretKey}`,
      `/rest/v1/jobs?select=id&authorization=Bearer+${secretKey}`,
      `/rest/v1/${secretKey}`,
      `/auth/v1/admin/users?apikey=${secretKey}`,
      `/auth/v1/verify?token=${secretKey}`,
      `/storage/v1/object/public/avatars/a.png?apikey=${secretKey}`,
      `/functions/v1/check-subscription?apikey=%ff${escaped}`,
    ];
    for (const place of places) {
      for (const headers of [{}, { apikey: testKeys.publishableKey }, { apikey: secretKey }]) {
        const response = await ask(place, headers as Record<string, string>);
        const text = await response.text();
        expect([place, response.status]).toEqual([place, 400]);
        expect(text).toContain('The secret key was in the address');
        expect(text).not.toContain(secretKey);
      }
    }
  });

  it('may be sent as the bearer too, as the official client does', async () => {
    const { data, error } = await actors.anonymous.client
      .from('jobs')
      .select('*')
      .eq('is_active', true)
      .order('created_at', { ascending: false });
    expect(error).toBeNull();
    expect(data).toEqual([]);
  });
});

describe('the bearer token', () => {
  const { claims } = person.caller;
  const withToken = (token: string) =>
    ask(jobs, { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` });
  const withTokenOfClient = (token: string) =>
    actors.anonymous.client.from('jobs').select('id').setHeader('authorization', `Bearer ${token}`);

  it('is accepted if we signed it', async () => {
    expect((await withToken(await signToken(claims))).status).toBe(200);
  });

  it('is refused from the second in which it expires, even if it was cached', async () => {
    const soon = Math.floor(Date.now() / 1_000) + 600;
    const token = await signToken(claims, { expires: soon });
    expect((await withToken(token)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: soon * 1_000 });
    try {
      expect((await withToken(token)).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused if it has expired', async () => {
    const response = await withToken(await signToken(claims, { expires: 1 }));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'JWT expired' });
  });

  it('that is empty identifies nobody, even beside the secret key', async () => {
    for (const apikey of [testKeys.secretKey, testKeys.publishableKey]) {
      for (const path of [jobs, '/storage/v1/bucket', '/functions/v1/check-subscription']) {
        const method = path.startsWith('/functions') ? 'POST' : 'GET';
        const { status } = await ask(path, { apikey, authorization: 'Bearer ' }, { method });
        expect([401, 403], path).toContain(status);
      }
    }
  });

  it('is refused by tables with PostgREST’s messages, by which clients know that it has expired', async () => {
    const expired = await signToken(claims, { expires: 1 });
    for (const [token, code, message] of [
      [expired, 'PGRST303', 'JWT expired'],
      ['nonsense', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
      ['', 'PGRST301', 'Empty JWT is sent in Authorization header'],
      ['a.b.c', 'PGRST301', 'JWT cryptographic operation failed'],
      [await signToken({ ...claims, aud: 'others' }), 'PGRST303', 'JWT not in audience'],
    ] as const) {
      const headers = { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` };
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(jobs, headers, { method });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer error="invalid_token", error_description="${message}"`,
        );
        expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
      }
      const { error } = await withTokenOfClient(token);
      expect(error).toEqual({ code, message, details: null, hint: null });
    }
  });

  it('is refused if another key signed it, if it is unsigned, and if it is nonsense', async () => {
    const [header, payload] = (await signToken(claims)).split('.');
    const unsigned = `${btoa(JSON.stringify({ alg: 'none' })).replaceAll('=', '')}.${payload}.`;
    for (const token of [`${header}.${payload}.${'A'.repeat(86)}`, unsigned, 'nonsense']) {
      expect((await withToken(token)).status).toBe(401);
    }
  });

  it('that is invalid is ignored where auth needs none, because clients send their last one', async () => {
    const { session } = await signedInPerson(call);
    const expired = await signToken(claims, { expires: 1 });
    const send = async (path: string, token: string, body?: object) => {
      const headers = { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` };
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      return ask(`/auth/v1/${path}`, headers, init);
    };
    const email = 'nobody@example.com';
    for (const token of [expired, 'nonsense', testKeys.secretKey]) {
      const renewed = await send('token?grant_type=refresh_token', token, {
        refresh_token: session.refresh_token,
      });
      expect(renewed.status).toBe(200);
      const wrong = await send('token?grant_type=password', token, { email, password: 'wrong' });
      expect(await wrong.json()).toMatchObject({ error_code: 'invalid_credentials' });
      const code = await send('verify', token, { type: 'email', email, token: '123456' });
      expect(await code.json()).toMatchObject({ error_code: 'otp_expired' });
      expect((await send('recover', token, { email })).status).toBe(200);
      expect((await send('settings', token)).status).toBe(200);
      for (const path of ['user', 'factors/recovery-codes', 'admin/users', 'settings/../user']) {
        expect((await send(path, token)).status).toBe(403);
      }
    }
  });

  it('is ignored where files are public or signed, whichever client sends it', async () => {
    const { session } = await signedInPerson(call);
    const own = {
      apikey: testKeys.publishableKey,
      authorization: `Bearer ${session.access_token}`,
    };
    expect((await ask('/auth/v1/logout', own, { method: 'POST' })).status).toBe(204);
    for (const stale of [session.access_token, 'nonsense']) {
      const headers = { apikey: testKeys.publishableKey, authorization: `Bearer ${stale}` };
      const code = async (path: string, method = 'GET') =>
        (await (await ask(`/storage/v1/${path}`, headers, { method })).json()).code;
      expect(await code('object/public/a/b.txt')).toBe('NoSuchBucket');
      expect(await code('object/info/public/a/b.txt')).toBe('NoSuchBucket');
      expect(await code('render/image/public/a/b.png')).toBe('NoSuchBucket');
      expect(await code('object/sign/a/b.txt?token=x')).toBe('InvalidJWT');
      expect(await code('object/upload/sign/a/b.txt?token=x', 'PUT')).toBe('InvalidJWT');
      expect(await code('object/sign/a/b.txt', 'POST')).not.toBe('NoSuchBucket');
      expect((await ask('/storage/v1/bucket', headers)).status).not.toBe(200);
    }
  });

  it('gives no more than the role of a signed-in person, whatever it claims', async () => {
    const token = await signToken({ ...claims, role: 'service_role' });
    const response = await withToken(token);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([]);
  });
});

describe('a bearer without a key', () => {
  const storage = '/storage/v1/bucket';
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('is enough for files, as on Supabase, whose TUS clients send no key', async () => {
    const own = await signToken(person.caller.claims);
    for (const token of [own, testKeys.publishableKey, testKeys.secretKey]) {
      expect((await ask(storage, bearer(token))).status).toBe(200);
    }
    const bucket = JSON.stringify({ name: `of-the-service-${crypto.randomUUID()}` });
    const make = async (token: string) =>
      (await ask(storage, bearer(token), { method: 'POST', body: bucket })).status;
    expect([await make(own), await make(testKeys.publishableKey)]).toEqual([403, 403]);
    expect(await make(testKeys.secretKey)).toBe(200);
  });

  it('is enough for signing, although what was signed is open to everybody', async () => {
    for (const path of ['/storage/v1/object/sign/a/b.txt', '/storage/v1/object/upload/sign/a/b']) {
      const init = { method: 'POST', body: '{"expiresIn":60}' };
      expect((await ask(path, {}, init)).status).toBe(403);
      expect((await ask(path, bearer(testKeys.secretKey), init)).status).toBe(404);
    }
    const read = await ask('/storage/v1/object/sign/a/b.txt?token=x', bearer('nonsense'));
    expect(await read.json()).toMatchObject({ code: 'InvalidJWT' });
    const open = await ask('/storage/v1/object/public/a/b.txt', bearer('nonsense'));
    expect(open.status).toBe(404);
  });

  it('is refused if it is neither a token nor one of our keys', async () => {
    const expired = await signToken(person.caller.claims, { expires: 1 });
    const own = await signToken(person.caller.claims);
    const forged = own.replace(/[^.]+$/, 'A'.repeat(86));
    for (const [headers, message] of [
      [bearer('nonsense'), 'Invalid Compact JWS'],
      [bearer('sb_secret_guess'), 'Invalid Compact JWS'],
      [{ authorization: `Basic ${testKeys.secretKey}` }, 'Invalid Compact JWS'],
      [{}, 'Invalid Compact JWS'],
      [bearer(forged), 'signature verification failed'],
      [bearer(expired), '"exp" claim timestamp check failed'],
    ] as const) {
      const answer = await ask(storage, headers);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toEqual({
        statusCode: '403',
        error: 'Unauthorized',
        message,
        code: 'AccessDenied',
      });
    }
  });

  it('is accepted by files without the word Bearer, and nowhere else', async () => {
    const own = await signToken(person.caller.claims);
    for (const token of [own, testKeys.publishableKey, testKeys.secretKey]) {
      expect((await ask(storage, { authorization: token })).status).toBe(200);
      const answer = await ask('/functions/v1/check-subscription', { authorization: token });
      expect(answer.status).toBe(401);
    }
    // Beside a key, it may be the password of a proxy in front of the site.
    const headers = { apikey: testKeys.publishableKey, authorization: 'Basic YTpi' };
    expect((await ask(storage, headers)).status).toBe(200);
  });

  it('is enough for functions, as on Supabase, whose gateway requires no key for them', async () => {
    const run = async (headers: Record<string, string>) => {
      const init = { method: 'POST', body: '{}' };
      const answer = await ask('/functions/v1/check-subscription', headers, init);
      return [answer.status, await answer.json()];
    };
    const own = await signToken(person.caller.claims);
    expect(await run(bearer(own))).toEqual([200, expect.objectContaining({ subscribed: false })]);
    const visitor = [401, { error: 'No active session', code: 'no_authorization' }];
    expect(await run(bearer(testKeys.publishableKey))).toEqual(visitor);
    const expired = await signToken(person.caller.claims, { expires: 1 });
    expect(await run(bearer(expired))).toEqual([
      401,
      { error: 'JWT expired', code: 'expired_token' },
    ]);
    const unknown = [401, expect.objectContaining({ code: 'invalid_token' })];
    expect(await run(bearer('sb_secret_guess'))).toEqual(unknown);
    const nobody = [401, expect.objectContaining({ code: 'no_api_key' })];
    expect(await run({ authorization: `Basic ${testKeys.secretKey}` })).toEqual(nobody);
    expect(await run({})).toEqual(nobody);
  });

  it('opens nothing else', async () => {
    const own = await signToken(person.caller.claims);
    for (const path of [jobs, '/auth/v1/user']) {
      for (const token of [own, testKeys.publishableKey, testKeys.secretKey]) {
        expect((await ask(path, bearer(token))).status).toBe(401);
      }
    }
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
