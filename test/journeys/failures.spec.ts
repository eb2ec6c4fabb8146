import type { ServerBuild } from 'react-router';
import { expect, test, testEngine } from '../support/browser.ts';
import { startTestServer } from '../support/start-test-server.ts';

/** The same build, except that the loader of one page fails. */
function withBrokenAbout(build: ServerBuild): ServerBuild {
  const about = build.routes['routes/about'];
  if (!about) throw new Error('There is no about page.');
  const loader = () => {
    throw new Error('secret detail of the inside');
  };
  return {
    ...build,
    routes: { ...build.routes, 'routes/about': { ...about, module: { ...about.module, loader } } },
  };
}

test('an unexpected error gives a page with status 500, a link home and the request id', async ({
  page,
}) => {
  const server = await startTestServer(testEngine(), {}, { build: withBrokenAbout });
  try {
    const response = await page.goto(`${server.url}/about`);
    expect(response?.status()).toBe(500);
    const requestId = response?.headers()['x-request-id'] ?? 'missing';
    await expect(page.locator('main')).toContainText(requestId);
    await expect(page.locator('main').getByRole('link', { name: /home/i })).toHaveAttribute(
      'href',
      '/',
    );
    expect(await page.content()).not.toMatch(/secret detail|\.tsx?:|at .*node_modules/);
  } finally {
    await server.stop();
  }
});

test('a public site sends HSTS and hides the pages for development', async ({ request }) => {
  const server = await startTestServer(testEngine(), { SITE_URL: 'https://www.site.example' });
  try {
    const home = await request.get(server.url);
    expect(home.headers()['strict-transport-security']).toContain('max-age=');
    expect(await home.text()).toContain('<link rel="canonical" href="https://www.site.example/"');
    expect((await request.get(`${server.url}/dev/ui`)).status()).toBe(404);
  } finally {
    await server.stop();
  }
});

test('without the database pages say so, health checks fail, and content pages go on', async ({
  request,
  page,
}) => {
  const server = await startTestServer(testEngine());
  try {
    await server.database.close();
    expect((await request.get(`${server.url}/about`)).status()).toBe(200);
    for (const [path, status] of [
      ['/livez', 200],
      ['/healthz', 503],
      ['/readyz', 503],
    ] as const) {
      expect([path, (await request.get(server.url + path)).status()]).toEqual([path, status]);
    }
    const toast = page.locator('[data-sonner-toast]');
    const jobs = await page.goto(`${server.url}/jobs?q=coder`);
    expect([jobs?.status(), jobs?.headers()['retry-after']]).toEqual([503, '2']);
    await expect(toast).toContainText('Error');
    await expect(page.getByText('Failed to load jobs')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search jobs' })).toHaveValue('coder');
    const job = await page.goto(`${server.url}/job/10000000-0000-4000-8000-000000000001`);
    expect([job?.status(), job?.headers()['retry-after']]).toEqual([503, '2']);
    await expect(toast).toContainText('Failed to load job details');
    await expect(page.getByRole('heading', { name: 'Job Not Found' })).toBeVisible();
    const renewal = await page.goto(`${server.url}/job/renew?token=${'a'.repeat(43)}`);
    expect([renewal?.status(), renewal?.headers()['retry-after']]).toEqual([503, '2']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This page has to wait a moment',
    );
    await page.goto(`${server.url}/resources`);
    await page.getByLabel('Email address').fill('reader@people.example');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Nothing you typed is lost.')).toBeVisible();
    await expect(page.getByLabel('Email address')).toHaveValue('reader@people.example');
    for (const list of ['/sitemap.xml', '/jobs/feed.xml']) {
      const answer = await request.get(server.url + list);
      expect([list, answer.status(), answer.headers()['retry-after']]).toEqual([list, 503, '2']);
    }
  } finally {
    await server.stop().catch(() => {});
  }
});
