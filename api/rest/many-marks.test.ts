import { describe, expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, fetch, bugs } = await openTestApi();
const marks = `a${'\u0301\u0316'.repeat(100_000)}`;
const rpc = (name: string, body: string, type = 'application/json', headers = {}) =>
  fetch(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...headers },
  });

describe('very many marks on one letter are answered quickly', () => {
  it.each([
    ['in JSON', () => rpc('search_jobs', JSON.stringify({ q: marks }))],
    [
      'in a search of the board',
      () => rpc('search_board', JSON.stringify({ wanted: [{ words: [marks] }] })),
    ],
    [
      'in a form',
      () =>
        rpc(
          'search_jobs',
          `${new URLSearchParams({ q: marks.slice(0, 80_000) })}`,
          'application/x-www-form-urlencoded',
        ),
    ],
    [
      'in an address',
      () => fetch(`/rest/v1/rpc/search_jobs?${new URLSearchParams({ q: marks.slice(0, 1_000) })}`),
    ],
  ])('%s', async (_, ask) => {
    const began = performance.now();
    const { status } = await ask();
    expect(status).toBeLessThan(500);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('in a company’s name', async () => {
    const { headers, id } = await actors.signedIn();
    const body = JSON.stringify({ user_id: id, company: marks });
    const began = performance.now();
    const answer = await fetch('/rest/v1/employers', {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect(answer.status).toBeLessThan(500);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
