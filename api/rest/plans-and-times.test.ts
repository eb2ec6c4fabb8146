import { createClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { openLibrary } from './fixture/library.ts';

const { ask, call, oracle, actors, bugs } = await openLibrary();
const service = { apikey: testKeys.secretKey };
const plan = 'application/vnd.pgrst.plan';

it('shows the service PostgreSQL’s query plan', async () => {
  const text = await ask('books?id=eq.1', { ...service, accept: `${plan}+text; for="text/csv"` });
  expect([text.status, text.headers.get('content-type')]).toEqual([
    200,
    `${plan}+text; for="text/csv"; charset=utf-8`,
  ]);
  expect(text.text).toContain('Aggregate');
  const accept = `${plan}+json; for="text/csv"; options=buffers|analyze;`;
  const json = await ask('books?id=eq.1', { ...service, accept });
  expect(json.headers.get('content-type')).toBe(
    `${plan}+json; for="text/csv"; options=analyze|buffers; charset=utf-8`,
  );
  expect(json.body[0].Plan['Actual Rows']).toBe(1);
  const change = await ask('tags?id=eq.3', service, {
    method: 'DELETE',
    headers: { accept: `${plan}+json; options=analyze`, prefer: 'tx=rollback' },
  });
  expect(change.body[0]['Execution Time']).toBeGreaterThan(0);
  expect(await oracle('select count(*) from tags')).toEqual([{ count: 3 }]);
});

it('shows it to the official client too', async () => {
  const client = createClient(siteUrl, testKeys.secretKey, {
    global: { fetch: (input, init) => call(new Request(input, init)) },
  });
  const { data, error } = await client.from('books').select('id').explain({ analyze: true });
  expect(error).toBeNull();
  expect(String(data)).toContain('actual time');
});

it('shows it to nobody else', async () => {
  for (const { headers } of [actors.anonymous, await actors.signedIn()]) {
    const { status, body } = await ask('books', { ...headers, accept: `${plan}+json` });
    expect([status, body.code]).toEqual([406, 'PGRST107']);
    expect((await ask('tags', headers)).headers.get('server-timing')).toBeNull();
  }
});

it('tells the service how long each step took', async () => {
  const { headers } = await ask('tags', service);
  expect(headers.get('server-timing')).toMatch(
    /^parse;dur=[\d.]+, plan;dur=[\d.]+, transaction;dur=[\d.]+, response;dur=[\d.]+$/,
  );
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
