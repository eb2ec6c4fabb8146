import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { pages } from '../support/pages.ts';
import type { TestServer } from '../support/start-test-server.ts';

test.describe('for search engines', () => {
  test('the sitemap lists exactly the pages that may be indexed', async ({ request }) => {
    const listed = await sitemapPaths(request);
    expect(new Set(listed).size).toBe(listed.length);
    for (const path of listed) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      const html = await response.text();
      expect(html, path).not.toContain('name="robots" content="noindex"');
      expect(new URL(canonicalOf(html)).pathname).toBe(path);
    }
    const known = pages.filter(({ isPrivate }) => !isPrivate).map(({ path }) => path);
    const isFixed = (path: string) => !/^\/(job|company|jobs)\//.test(path);
    expect(listed.filter(isFixed).toSorted()).toEqual(known.filter(isFixed).toSorted());
    expect(listed).toEqual(expect.arrayContaining(known));
  });

  test('the sitemap lists every open job and when each address changed', async ({
    request,
    server,
  }) => {
    const xml = await (await request.get('/sitemap.xml')).text();
    const listed = [...xml.matchAll(/<loc>[^<]*\/job\/([^<]+)/g)].map(([, id]) => id);
    expect(listed.toSorted()).toEqual(await openJobs(server));
    const count = xml.match(/<url>/g)?.length;
    expect(xml.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)).toHaveLength(count ?? 0);
  });

  test('robots.txt links the sitemap and blocks no page', async ({ request }) => {
    const text = await (await request.get('/robots.txt')).text();
    expect(text).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    for (const { path } of pages) {
      expect(closed.filter((each) => path.startsWith(each))).toEqual([]);
    }
  });
});

test.describe('for other sites', () => {
  test('every public page has a preview picture of its own', async ({ request }) => {
    const pictures = new Map<string, string>();
    for (const { path, isPrivate } of pages) {
      if (isPrivate) continue;
      const html = await (await request.get(path)).text();
      const picture = new URL(metaOf(html, 'og:image')).pathname;
      expect(metaOf(html, 'og:title').length).toBeGreaterThan(10);
      expect(html).toContain('name="twitter:card" content="summary_large_image"');
      expect(pictures.has(picture), picture).toBe(false);
      pictures.set(picture, path);
    }
    const ofRows = [...pictures.keys()].filter((picture) =>
      /^\/share\/(job|company)-/.test(picture),
    );
    expect(ofRows.length).toBeGreaterThan(1);
    for (const picture of [...[...pictures.keys()].slice(0, 2), ...ofRows]) {
      const response = await request.get(picture);
      expect(response.status()).toBe(200);
      expect(response.headers()['content-type']).toBe('image/png');
    }
    const unknown = ['anything-else', 'job-10000000-0000-4000-8000-00000000ffff', 'company-nobody'];
    for (const name of unknown) {
      expect((await request.get(`/share/${name}.png`)).status()).toBe(404);
    }
  });

  test('the feed is linked, and lists what the page lists', async ({ request }) => {
    const html = await (await request.get('/resources')).text();
    const [, href = ''] = html.match(/type="application\/rss\+xml"[^>]*href="([^"]+)"/) ?? [];
    const feed = await request.get(href);
    expect(feed.headers()['content-type']).toBe('application/rss+xml; charset=utf-8');
    const xml = await feed.text();
    expect(xml.match(/<item>/g)).toHaveLength(5);
    const dates = [...xml.matchAll(/<pubDate>([^<]+)/g)].map(([, date = '']) => Date.parse(date));
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  });

  test('the feed of jobs has the filters of the board', async ({ request, server }) => {
    const read = async (query: string) => (await request.get(`/jobs/feed.xml${query}`)).text();
    const longest = 60;
    const open = await openJobs(server);
    expect((await read('')).match(/<item>/g)).toHaveLength(Math.min(open.length, longest));
    const found = await read('?q=denials&type=Contract');
    const titles = [...found.matchAll(/<item><title>([^<]+)/g)].map(([, title = '']) => title);
    for (const title of titles) expect(title.toLowerCase()).toContain('denials');
    expect([...found.matchAll(/<category>([^<]+)/g)].every(([, type]) => type === 'Contract')).toBe(
      true,
    );
    expect((await read('?q=no-such-words')).match(/<item>/g)).toBeNull();
  });

  test('feed and sitemap are well-formed XML', async ({ page, request }) => {
    const documents = await Promise.all(
      ['/sitemap.xml', '/sitemap/jobs-1.xml', '/resources/feed.xml', '/jobs/feed.xml?q=%26<'].map(
        async (path) => (await request.get(path)).text(),
      ),
    );
    const faults = await page.evaluate(
      (sources) =>
        sources.map(
          (source) =>
            new DOMParser().parseFromString(source, 'application/xml').querySelector('parsererror')
              ?.textContent,
        ),
      documents,
    );
    expect(faults).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('the manifest names icons that exist', async ({ request }) => {
    const html = await (await request.get('/')).text();
    expect(html).toContain('rel="manifest"');
    const manifest = await (await request.get('/manifest.webmanifest')).json();
    const icons: { src: string; type: string }[] = manifest.icons;
    for (const { src, type } of [...icons, { src: '/apple-touch-icon.png', type: 'image/png' }]) {
      const response = await request.get(src);
      expect(response.status(), src).toBe(200);
      expect(response.headers()['content-type']).toBe(type);
    }
  });
});

/** The demo's jobs, and those that other tests of this worker left, even of people banned since. */
async function openJobs({ database }: TestServer): Promise<string[]> {
  const { rows } = await database.asService.query<{ id: string }>({
    text: `select id from public.jobs
      where is_active and hidden_at is null and ends_at > now()
        and posted_by not in (select private.banned_people())`,
  });
  return rows.map(({ id }) => id).toSorted();
}

async function sitemapPaths(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
}

function canonicalOf(html: string): string {
  return html.match(/<link rel="canonical" href="([^"]+)"/)?.[1] ?? '';
}

function metaOf(html: string, property: string): string {
  return html.match(new RegExp(`property="${property}" content="([^"]*)"`))?.[1] ?? '';
}
