import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { actors, call, fetch } = await openTestApi();
const person = await actors.signedIn();
const service = { apikey: testKeys.secretKey };

async function told(path: string, body: string, headers: Record<string, string>) {
  const answer = await fetch(path, { method: 'POST', body, headers });
  const { message, msg, error }: Record<string, string> = await answer.json();
  return [answer.status, message ?? msg ?? error];
}

it.each([
  ['/storage/v1/object/list/avatars', '', 'The body must be a JSON object.'],
  ['/storage/v1/object/list/avatars', '[]', 'The body must be a JSON object.'],
  ['/storage/v1/object/list/avatars', '{"prefix":5}', 'prefix must be a string.'],
  ['/storage/v1/object/list/avatars', '{"limit":-1}', 'limit must be at least 1.'],
  [
    '/storage/v1/object/list/avatars',
    '{"sortBy":{"column":"name","order":"up"}}',
    'sortBy.order must be "asc" or "desc".',
  ],
  ['/storage/v1/object/sign/avatars/a', '{}', 'expiresIn is missing.'],
  ['/storage/v1/object/sign/avatars/a', '{"expiresIn":9e9}', 'expiresIn must be at most 604800.'],
  ['/storage/v1/object/sign/avatars', '{"expiresIn":9,"paths":5}', 'paths must be a list.'],
  ['/storage/v1/bucket', '{"name":"a","public":"yes"}', 'public must be true or false.'],
  ['/auth/v1/admin/users', '{"role":"postgres"}', 'role must be "authenticated".'],
  ['/functions/v1/check-credential', '{"number":"x","issue":0}', 'issue must be more than 0.'],
  ['/functions/v1/track-job-click', '{}', 'jobId is missing.'],
  ['/functions/v1/track-job-click', '5', 'The body must be a JSON object.'],
  ['/functions/v1/report-job', '{"jobId":"x"}', 'Say which job it is about'],
])('what is wrong with what was sent to %s (%s) is a sentence', async (path, body, sentence) => {
  const own = { ...person.headers, 'x-client-address': '10.0.0.1' };
  const isPersons = path.startsWith('/functions') || path.endsWith('signup');
  const headers = isPersons ? own : { ...service, authorization: `Bearer ${testKeys.secretKey}` };
  expect(await told(path, body, headers)).toEqual([400, sentence]);
});

it('a rule’s own message is kept unchanged', async () => {
  const answer = await call(
    new Request('http://site.test/functions/v1/send-candidate-message', {
      method: 'POST',
      headers: person.headers,
      body: JSON.stringify({ candidateId: crypto.randomUUID(), message: 'short' }),
    }),
  );
  expect(await answer.json()).toMatchObject({ error: 'Message must be at least 10 characters' });
});
