import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { bootScript } from './boot-script.ts';

/** The document before its first paint, in a browser with this storage, or one that blocks storage. */
function boot(kept: Record<string, string> | 'nothing'): Record<string, string> {
  const dataset: Record<string, string> = {};
  runInNewContext(bootScript, {
    location: { hostname: 'site.example' },
    document: { documentElement: { dataset } },
    getComputedStyle: () => ({ color: '' }),
    addEventListener: () => {},
    get localStorage() {
      if (kept === 'nothing') throw new Error('Access is denied for this document.');
      return { getItem: (key: string) => kept[key] ?? null };
    },
  });
  return dataset;
}

it('tells the page what the browser has stored', () => {
  expect(boot({})).toEqual({});
  expect(boot({ theme: 'dark', 'sb-site-auth-token': '{}' })).toEqual({
    theme: 'dark',
    signedIn: 'true',
  });
});

it('tells the page if the browser blocks storage', () => {
  expect(boot('nothing')).toEqual({ forgetful: 'true' });
});
