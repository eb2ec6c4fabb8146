import { describe, expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { createAddressReader } from './address.ts';

const secret = 'sb_secret_of_this_test';

describe('a URL', () => {
  const read = createAddressReader(secret);

  it('gives the service, the path and the key', () => {
    expect(read('https://site.example/rest/v1/jobs?select=id&apikey=a%20key')).toMatchObject({
      pathname: '/rest/v1/jobs',
      service: 'rest',
      path: '/jobs',
      key: 'a key',
      holdsSecret: false,
    });
    expect(read('https://site.example/rest/v1')).toMatchObject({ service: '', key: null });
  });

  it('of the table API is parsed once', () => {
    const jobs = 'https://site.example/rest/v1/jobs?select=id';
    expect(read(jobs)).toBe(read(jobs));
    expect(read(`${jobs},title`)).not.toBe(read(jobs));
  });

  it('is not cached if it is long, contains the secret key or may contain a token', () => {
    for (const passing of [
      `https://site.example/rest/v1/jobs?select=${'id,'.repeat(1_000)}id`,
      `https://site.example/rest/v1/jobs?title=eq.${secret}`,
      'https://site.example/auth/v1/verify?token=a-token',
      'https://site.example/storage/v1/object/sign/resumes/a.pdf?token=a-token',
    ]) {
      expect(read(passing)).not.toBe(read(passing));
    }
  });
});

it('gives callers their own key, whoever used the same URL before', async () => {
  const { call, actors } = await openTestApi();
  const people = [await actors.signedIn(), await actors.signedIn()];
  for (const { id, client } of people) {
    const { error } = await client.from('message_settings').insert({ user_id: id });
    expect(error).toBeNull();
  }
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const request = new Request(`${siteUrl}/rest/v1/message_settings?select=user_id`, {
      method,
      headers,
    });
    const response = await call(request);
    return [response.status, await response.text()];
  };
  for (let turn = 0; turn < 3; turn += 1) {
    for (const { id, headers } of people) {
      expect(await ask(headers)).toEqual([200, JSON.stringify([{ user_id: id }])]);
      expect(await ask({ ...headers, accept: 'application/vnd.pgrst.object+json' })).toEqual([
        200,
        JSON.stringify({ user_id: id }),
      ]);
      expect(await ask(headers, 'HEAD')).toEqual([200, '']);
    }
    const [status] = await ask(actors.anonymous.headers);
    expect(status).toBe(401);
    expect(await ask({})).toEqual([401, expect.stringContaining('No API key')]);
  }
});
