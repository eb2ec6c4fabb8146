import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { pages } from '../support/pages.ts';

/** Its address contains an id, and the browser fills it in for its owner. */
const rendered = '/my-jobs/00000000-0000-4000-8000-000000000000/edit';

test.describe('headers', () => {
  test('every page, even a missing one, has a strict policy', async ({ request }) => {
    for (const { path } of [...pages, { path: '/no-such-page' }]) {
      const { headers } = await fetchPage(request, path);
      const policy = headers['content-security-policy'] ?? '';
      expect(policy, path).toContain("default-src 'self'");
      expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
        expect(policy, path).toContain(rule);
      }
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin)$/),
        // The camera scans codes where credentials are verified, and nowhere else.
        'permissions-policy': expect.stringContaining(
          path === '/verify' ? 'camera=(self)' : 'camera=()',
        ),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers['strict-transport-security'], path).toBeUndefined();
    }
  });

  test('a page that is rendered for a visitor gets another nonce each time', async ({
    request,
  }) => {
    const nonces = await Promise.all(
      [1, 2].map(
        async () => (await fetchPage(request, rendered)).headers['content-security-policy'],
      ),
    );
    expect(nonces[0]).toContain("'nonce-");
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('a page that is cached for everybody has none', async ({ request }) => {
    const { headers, html } = await fetchPage(request, '/jobs');
    expect(headers['content-security-policy']).toContain("'sha256-");
    expect(headers['content-security-policy'] + html).not.toContain('nonce');
  });
});

test.describe('methods', () => {
  test('no page answers TRACE, and a page without a form says what it accepts', async ({
    request,
  }) => {
    for (const path of ['/', '/jobs', '/robots.txt', '/membership', '/livez']) {
      const { status, headers } = await ask(path, 'TRACE');
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD, POST']);
    }
    for (const path of ['/about', '/jobs', '/membership', '/robots.txt']) {
      const { status, headers } = await ask(path, 'POST');
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD']);
    }
    expect((await ask('/no-such-page', 'POST')).status).toBe(404);

    async function ask(path: string, method: string) {
      const response = await request.fetch(path, {
        method,
        ...(method === 'POST' && { form: { some: 'thing' } }),
      });
      return { status: response.status(), headers: response.headers() };
    }
  });
});

test.describe('caching', () => {
  test('a kept page is revalidated by its tag', async ({ request }) => {
    const first = await request.get('/about');
    expect(first.headers()['cache-control']).toBe('public, max-age=0, must-revalidate');
    const again = await request.get('/about', {
      headers: { 'if-none-match': first.headers().etag ?? '' },
    });
    expect(again.status()).toBe(304);
    expect((await again.body()).length).toBe(0);
  });

  test('assets never change under their name', async ({ request }) => {
    const html = await (await request.get('/')).text();
    const [asset] = html.match(/\/assets\/[^"]+\.css/) ?? [];
    const response = await request.get(asset ?? '');
    expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('a page that is rendered for a visitor stays out of shared caches', async ({ request }) => {
    expect((await request.get(rendered)).headers()['cache-control']).toContain('private');
  });

  test('a page that is cached for everybody may be shared for a second', async ({ request }) => {
    for (const path of ['/jobs', '/sitemap.xml', '/jobs/feed.xml']) {
      expect((await request.get(path)).headers()['cache-control']).toBe(
        'public, max-age=0, s-maxage=1, must-revalidate',
      );
    }
  });

  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    test(`a browser that accepts ${accepted} gets ${encoding ?? 'plain bytes'}`, async ({
      request,
    }) => {
      for (const path of ['/', '/jobs']) {
        const response = await request.get(path, { headers: { 'accept-encoding': accepted } });
        expect(response.headers()['content-encoding']).toBe(encoding);
        expect(response.headers().vary).toContain('Accept-Encoding');
        expect(await response.text()).toContain('<h1');
      }
    });
  }

  test('HEAD says what GET would, without the body', async ({ request }) => {
    for (const path of ['/', '/jobs', '/favicon.svg', '/favicon.ico']) {
      const response = await request.head(path);
      expect(response.status()).toBe(200);
      expect(Number(response.headers()['content-length'])).toBeGreaterThan(100);
      expect((await response.body()).length).toBe(0);
    }
  });

  test('a range of a file can be requested', async ({ request }) => {
    const part = await request.get('/favicon.svg', { headers: { range: 'bytes=0-3' } });
    expect(part.status()).toBe(206);
    expect(await part.text()).toBe('<svg');
    const beyond = await request.get('/favicon.svg', { headers: { range: 'bytes=99999-' } });
    expect(beyond.status()).toBe(416);
  });
});

test.describe('addresses', () => {
  test('a trailing slash redirects to the address without it, on this host only', async ({
    request,
    baseURL,
  }) => {
    for (const [given, expected] of [
      ['/about/', '/about'],
      ['/jobs/?q=a', '/jobs?q=a'],
      ['//evil.example/', '/evil.example'],
    ]) {
      const response = await request.get(`${baseURL}${given}`, { maxRedirects: 0 });
      expect(response.status()).toBe(308);
      expect(response.headers().location).toBe(expected);
    }
  });

  test('an unknown address gets a 404 page with a link home', async ({ request }) => {
    for (const path of [
      '/no-such-page',
      '/certifications/astrology',
      '/missing.png',
      '/assets/gone.js',
      '/a/b/c',
      '/.env',
      '/%00',
    ]) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(404);
      const html = await response.text();
      expect(html, path).toContain('Oops! Page not found');
      expect(html, path).toContain('href="/"');
      expect(response.headers()['cache-control'], path).toBe('private, no-cache');
    }
  });
});

async function fetchPage(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  return { headers: response.headers(), html: await response.text() };
}
