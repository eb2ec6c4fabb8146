import { expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

// As clients of S3 come: without a key, with a signature of their own, and reading XML alone.
const { call } = await openTestApi();
const authorization =
  'AWS4-HMAC-SHA256 Credential=key/20260101/local/s3/aws4_request, SignedHeaders=host, Signature=00';

it.each([
  ['GET', ''],
  ['GET', '/avatars?list-type=2'],
  ['HEAD', '/avatars/a.png'],
  ['PUT', '/avatars/a.png'],
  ['POST', '/avatars/a.png?uploads'],
  ['DELETE', '/avatars/a.png?versionId=1'],
])('says to %s %s that the S3 protocol is not spoken', async (method, path) => {
  const init = { method, headers: { authorization } };
  const answer = await call(new Request(`${siteUrl}/storage/v1/s3${path}`, init));
  expect(answer.status).toBe(501);
  expect(answer.headers.get('content-type')).toBe('application/xml');
  const words = '<Error><Code>NotImplemented</Code><Message>The S3 protocol is not spoken here.';
  expect(await answer.text()).toContain(words);
});

it('says to whoever asks that it is running', async () => {
  const answer = await call(new Request(`${siteUrl}/storage/v1/status`));
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});
