import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReturnPath, signInPath } from './return-path.ts';

describe('the return path after signing in', () => {
  test.each(['/', '/jobs', '/post-job', '/job/1?ref=mail#apply', '/resources#events', '/a%20b'])(
    'leads to %s, a page of this site',
    (path) => {
      expect(readReturnPath(path)).toBe(path);
    },
  );

  test.each([
    ['nothing', ''],
    ['another host', '//evil.example'],
    ['another host behind a backslash', '/\\evil.example'],
    ['another host behind two backslashes', '\\\\evil.example'],
    ['another host, encoded', '/%2F%2Fevil.example'],
    ['another host, encoded once', '/%2fevil.example'],
    ['another host, encoded twice', '/%252Fevil.example'],
    ['a backslash, encoded', '/%5Cevil.example'],
    ['another host behind a tab', '/\t/evil.example'],
    ['another host behind a line end', '/\n/evil.example'],
    ['another host behind a space', ' //evil.example'],
    ['another host that dots resolve to', '/.//evil.example'],
    ['another host behind a step back', '/jobs/..//evil.example'],
    ['a whole address', 'https://evil.example/'],
    ['a scheme without slashes', 'https:evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a path without its slash', 'jobs'],
    ['a name and a password', '/@evil.example:x\\'],
    ['broken encoding', '/%E0%A4%A'],
    ['the sign-in page itself', '/auth?next=/auth'],
    ['the API', '/auth/v1/logout'],
    ['a page without end', `/${'a'.repeat(3_000)}`],
  ])('refuses %s', (_, wanted) => {
    expect(readReturnPath(wanted)).toBeUndefined();
  });

  test('every accepted path stays on the site, as browsers resolve it', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '\t',
      '@',
      ':',
      'a',
      '?',
      '#',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = readReturnPath(`/${parts.join('')}`);
        if (path) expect(new URL(path, 'https://www.site.example').host).toBe('www.site.example');
      }),
    );
  });
});

describe('the address of the sign-in page', () => {
  test('contains the page to come back to', () => {
    expect(signInPath('/post-job')).toBe('/auth?next=/post-job');
    expect(signInPath('/job/1?a=b&c=d')).toBe('/auth?next=/job/1%3Fa%3Db%26c%3Dd');
  });

  test('contains nothing if there is nowhere to come back to', () => {
    expect(signInPath('/')).toBe('/auth');
    expect(signInPath('//evil.example')).toBe('/auth');
  });
});
