import { describe, expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { FilesUnavailable } from '#api/storage/files.ts';
import { openDatabase } from '#database/database.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { dependencies } = await openTestApi();

it('says that the files cannot be reached, and when to come again', async () => {
  const away = async () => Promise.reject(new FilesUnavailable(new Error('The store is away.')));
  const files = { ...dependencies.storage.files, put: away };
  const call = createApi({ ...dependencies, storage: { ...dependencies.storage, files } });
  const headers = { apikey: testKeys.secretKey, 'content-type': 'application/json' };
  const post = (path: string, body: string) =>
    call(new Request(`${siteUrl}/storage/v1${path}`, { method: 'POST', headers, body }));
  await post('/bucket', '{"id":"away","name":"away"}');
  const response = await post('/object/away/a.json', '{}');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await response.json()).message).toMatch(/cannot reach its files.* Nothing was changed/);
});

describe('while the database is down', () => {
  it.each([
    ['/rest/v1/jobs', 'GET'],
    ['/auth/v1/token?grant_type=password', 'POST'],
    ['/functions/v1/track-job-click', 'POST'],
  ])('%s answers 503 with the time to come again', async (path, method) => {
    const database = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody' }, 2);
    const call = createApi({ ...dependencies, database });
    const response = await call(
      new Request(siteUrl + path, {
        method,
        headers: {
          apikey: testKeys.publishableKey,
          'content-type': 'application/json',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/150.0',
        },
        ...(method === 'POST'
          ? {
              body: JSON.stringify({
                email: 'a@b.example',
                password: 'secret-1',
                jobId: 'c0000000-0000-4000-8000-000000000001',
              }),
            }
          : {}),
      }),
    );
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    await database.close();
  });
});
