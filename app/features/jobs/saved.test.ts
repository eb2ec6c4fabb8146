import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savedIds, setSaved } from './saved.ts';

const session = 'sb-site-auth-token';
const kept = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://site.example/jobs'));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a job does not count as saved if the session could not be renewed because nothing answered', async () => {
  kept.set(session, JSON.stringify({ access_token: 'old', expires_at: 1, user: { id: 'ana' } }));
  kept.set('saved-jobs', JSON.stringify({ owner: 'ana', ids: [] }));
  const error = Object.assign(new Error('Bad Gateway'), { name: 'AuthRetryableFetchError' });
  const getSession = async () => ({ data: { session: null }, error });
  const saving = setSaved('job', true, async () => ({ auth: { getSession } }) as never);
  await expect(saving).rejects.toThrow('Bad Gateway');
  expect(savedIds()).toEqual([]);
  expect(kept.has(session)).toBe(true);
});

test.each(['no list {', 'null', '"text"', '{"ids":3}'])(
  'what is kept as %s is no list',
  async (text) => {
    kept.delete(session);
    kept.set('saved-jobs', text);
    expect(savedIds()).toEqual([]);
    await setSaved('job', true, async () => expect.unreachable());
    expect(savedIds()).toEqual(['job']);
  },
);
