import { AxeBuilder } from '@axe-core/playwright';
import { demoEmployer, demoPassword } from '#database/seed/demo-people.ts';
import { expect, pages, test, watch } from '../support/browser.ts';
import { signInDirectly } from '../support/people-on-screen.ts';

const person = { email: demoEmployer.email, password: demoPassword };

const limits = {
  content: { requests: 8, script: 15_000, total: 120_000 },
  interactive: { requests: 40, script: 170_000, total: 400_000 },
};

for (const { path, kind, isPrivate, takesSession } of pages) {
  test(`${path} stands in the shell and says what it is`, async ({
    page,
    context,
    baseURL,
    complaints,
  }) => {
    if (takesSession) await signInDirectly(context, baseURL ?? '', person);
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark)).toHaveCount(1);
    }
    expect((await page.title()).length).toBeGreaterThan(10);
    const description = await page.locator('meta[name=description]').getAttribute('content');
    expect(description?.length).toBeGreaterThan(50);
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(isPrivate ? 1 : 0);
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
  });

  test(`${path} keeps to the budget of ${kind} pages`, async ({ browser, baseURL }) => {
    const context = await browser.newContext();
    if (takesSession) await signInDirectly(context, baseURL ?? '', person);
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    const requests = new Map<string, { url: string; type: string; bytes: number }>();
    wire.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
      requests.set(requestId, { url: request.url, type, bytes: 0 });
    });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = requests.get(requestId);
      if (request) request.bytes = encodedDataLength;
    });
    await page.goto((baseURL ?? '') + path, { waitUntil: 'networkidle' });
    const sent = [...requests.values()].filter(({ url }) => !url.startsWith('data:'));
    const bytes = (chosen: typeof sent) => chosen.reduce((sum, each) => sum + each.bytes, 0);
    const limit = limits[kind];
    expect(sent.filter(({ url }) => !url.startsWith(baseURL ?? '')).map(({ url }) => url)).toEqual(
      [],
    );
    expect(sent.length).toBeLessThanOrEqual(limit.requests);
    expect(bytes(sent.filter(({ type }) => type === 'Script'))).toBeLessThanOrEqual(limit.script);
    expect(bytes(sent)).toBeLessThanOrEqual(limit.total);
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} has nothing for axe to find in the ${colorScheme} scheme`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
      if (takesSession) await signInDirectly(context, baseURL ?? '', person);
      const page = await context.newPage();
      const complaints: string[] = [];
      watch(page, complaints);
      await page.goto((baseURL ?? '') + path);
      for (const width of [375, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => `${width}: ${id}: ${nodes[0]?.html}`);
        expect(found).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
      }
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
}

test('no two pages share a title or a description', async ({ request }) => {
  const heads = await Promise.all(
    pages.map(async ({ path }) => {
      const html = await (await request.get(path)).text();
      return {
        title: html.match(/<title>([^<]*)/)?.[1],
        description: html.match(/<meta name="description" content="([^"]*)/)?.[1],
      };
    }),
  );
  expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length);
});
