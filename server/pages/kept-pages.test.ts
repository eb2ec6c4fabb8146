import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createKeptPages } from './kept-pages.ts';

const figures = '/figures';
const plain = '/plain';

/** Pages that say how often they were rendered; a failed rendering answers 503. */
function open({ life }: { life: number }) {
  const site = { made: 0, isAway: false };
  const pages = createKeptPages(
    new Set([figures, plain]),
    async () => {
      site.made += 1;
      return {
        status: site.isAway ? 503 : 200,
        headers: new Headers({ 'content-type': 'text/html' }),
        body: Buffer.from(`made ${site.made}`),
      };
    },
    { aging: new Set([figures]), life },
  );
  const read = async (path: string) => String((await pages.find(path))?.body);
  return { site, pages, read };
}

it('a kept page is rendered once, however many ask', async () => {
  const { site, read } = open({ life: 0 });
  await Promise.all([read(plain), read(plain)]);
  await pause(5);
  expect(await read(plain)).toBe('made 1');
  expect(site.made).toBe(1);
});

it('a stale page with figures is served once more, and rendered again in the background', async () => {
  const { read, pages } = open({ life: 1 });
  expect(await read(figures)).toBe('made 1');
  await pause(5);
  expect(String(pages.ready(figures)?.body)).toBe('made 1');
  await vi.waitFor(async () => expect(await read(figures)).not.toBe('made 1'));
});

it('a page with figures that cannot be rendered again stays as it was', async () => {
  const { read, site } = open({ life: 1 });
  await read(figures);
  site.isAway = true;
  await vi.waitFor(async () => {
    expect(await read(figures)).toBe('made 1');
    expect(site.made).toBeGreaterThan(2);
  });
  expect(await read(figures)).toBe('made 1');
});

it('a fresh page with figures is not rendered again', async () => {
  const { site, read } = open({ life: 3_600_000 });
  await read(figures);
  await read(figures);
  expect(site.made).toBe(1);
});

it('stopping waits for the page being rendered, and none is rendered afterwards', async () => {
  const { site, pages } = open({ life: 0 });
  const warming = pages.warm();
  await pages.stop();
  expect(pages.count()).toBe(1);
  await warming;
  expect(await pages.find(plain)).toBeUndefined();
  expect(site.made).toBe(1);
});

it('stopping also waits for a rendering that is out of date', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  const pages = createKeptPages(new Set([plain]), async () => {
    await promise;
    isOver = true;
    return { status: 503, headers: new Headers(), body: Buffer.from('') };
  });
  pages.find(plain);
  pages.forget();
  const stopped = pages.stop().then(() => isOver);
  setImmediate(resolve);
  expect(await stopped).toBe(true);
});
