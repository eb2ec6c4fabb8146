import type { APIRequestContext, Page } from '@playwright/test';
import { expect, settle, test } from '../support/browser.ts';
import { type CrawlReport, crawl, type Visit } from '../support/crawl.ts';

test('every link leads somewhere, with and without JavaScript, and every public page is linked', async ({
  page,
  request,
  server,
}) => {
  const sources = new Map<string, Promise<Source>>();
  const source = (address: string) => {
    const known = sources.get(address) ?? readSource(request, address);
    sources.set(address, known);
    return known;
  };
  // Other tests post jobs on the same site meanwhile: jobs that came or went need not have been
  // found.
  const listedBefore = await readSitemap(request);
  const careless: string[] = [];
  const report = await crawl(server.url, async (address) => {
    const found = await source(address);
    const leaving = found.tags.filter((tag) => /href="https?:/.test(tag));
    careless.push(...leaving.filter((tag) => !/target="_blank" rel="noopener/.test(tag)));
    return found;
  });
  tell('without JavaScript', report);
  expect(report.broken).toEqual([]);
  expect(careless, 'links to other sites that do not open a new tab').toEqual([]);
  const listed = (await readSitemap(request)).filter((path) => listedBefore.includes(path));
  expect(listed.length).toBeGreaterThan(20);
  const unmet = listed.filter((path) => !report.pages.includes(path));
  // A page that is briefly gone is linked again later, or leaves the sitemap.
  await expect.poll(() => stillUnlinked(request, unmet)).toEqual([]);

  await test.step('with JavaScript', () => expectWholeWithScript(page, server.url, source));
});

async function stillUnlinked(request: APIRequestContext, unmet: string[]): Promise<string[]> {
  const listed = await readSitemap(request);
  const unlinked = await Promise.all(
    unmet.map(async (path) => ((await isLinkedByItsJobs(request, path)) ? [] : [path])),
  );
  return unlinked.flat().filter((path) => listed.includes(path));
}

async function isLinkedByItsJobs(request: APIRequestContext, path: string): Promise<boolean> {
  if (!path.startsWith('/company/')) return false;
  const page = await (await request.get(path)).text();
  const jobs = [...page.matchAll(/href="(\/job\/[\da-f-]{36})"/g)].map(([, job = '']) => job);
  const pages = await Promise.all(jobs.map(async (job) => (await request.get(job)).text()));
  return pages.some((html) => html.includes(`href="${path}"`));
}

async function readSitemap(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  return [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, loc = '']) => new URL(loc).pathname);
}

async function expectWholeWithScript(
  page: Page,
  origin: string,
  source: (address: string) => Promise<Source>,
) {
  let jobs = 0;
  const screens = new Map<string, number>();
  const report = await crawl(
    origin,
    async (address) => {
      const found = await source(address);
      if (!found.isScreen) return found;
      const [path = ''] = address.split('?');
      const times = (screens.get(path) ?? 0) + 1;
      screens.set(path, times);
      return times > 3 ? found : readPage(page, address);
    },
    // Job pages differ in words, not in links: three are enough.
    { skip: (address) => address.startsWith('/job/') && ++jobs > 3 },
  );
  tell('with JavaScript', report);
  expect(report.broken).toEqual([]);
}

type Source = Visit & { tags: string[]; isScreen: boolean };

/** The HTML as sent: what visitors without JavaScript get, and search engines first of all. */
async function readSource(request: APIRequestContext, address: string): Promise<Source> {
  const response = await request.get(address);
  const type = response.headers()['content-type'] ?? '';
  const html = type.startsWith('text/html') ? await response.text() : '';
  const tags = html.match(/<a\s[^>]*>/g) ?? [];
  return {
    status: response.status(),
    type,
    tags,
    // Only on screens do scripts create links; elsewhere all links are in the HTML.
    isScreen: /<body[^>]* data-hydrate/.test(html),
    ids: [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id),
    links: tags.flatMap(
      (tag) => tag.match(/\shref="([^"]*)"/)?.[1]?.replaceAll('&amp;', '&') ?? [],
    ),
  };
}

async function readPage(page: Page, address: string): Promise<Visit> {
  const response = await page.goto(address);
  await settle(page);
  const found = await page.evaluate(() => ({
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href') ?? ''),
  }));
  return { status: response?.status() ?? 0, type: 'text/html', ...found };
}

function tell(how: string, { pages, files, links, anchors, broken }: CrawlReport) {
  console.log(
    `${how}: ${pages.length} pages, ${files.length} files, ${links} links, ${anchors} of them to a place in a page; ${broken.length} broken`,
  );
}
