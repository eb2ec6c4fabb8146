import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { contentSecurityPolicy, inlineScriptHashes } from '../door/content-security-policy.ts';
import { etagOf, type StoredFile } from '../files/stored-files.ts';
import type { Drawn } from './read-page.ts';

/**
 * Pages that are the same for everybody: rendered once, then kept in memory, compressed as hard as possible. `aging`
 * pages contain figures: the first visitor after their lifetime still gets the old page, and triggers a new rendering.
 * Rendered at start and not at build time, because they contain the site's own address.
 */
export function createKeptPages(
  paths: ReadonlySet<string>,
  render: (path: string) => Promise<Drawn>,
  { aging = new Set<string>(), life = 60_000 } = {},
) {
  const kept = new Map<string, StoredFile>();
  /** When pages with figures are due to be rendered again. */
  const dueAt = new Map<string, number>();
  const underWay = new Map<string, Promise<StoredFile | undefined>>();
  /** All renderings in progress, including outdated ones. */
  const makings = new Set<Promise<unknown>>();

  /** Of all kept pages together. */
  let version = 0;
  let hasEnded = false;

  async function make(path: string): Promise<StoredFile | undefined> {
    const at = version;
    if (aging.has(path)) dueAt.set(path, performance.now() + life);
    try {
      // For everybody who waits: it must not end, or queue, with the client who came first.
      const page = await onBehalfOf(undefined, () => render(path)).then(keep);
      if (page && at === version) kept.set(path, page);
      return page;
    } finally {
      // A page that failed is tried again at the next request.
      if (at === version) underWay.delete(path);
    }
  }

  async function find(path: string): Promise<StoredFile | undefined> {
    if (!paths.has(path)) return undefined;
    return ready(path) ?? underWay.get(path) ?? begin(path);
  }

  async function begin(path: string): Promise<StoredFile | undefined> {
    if (hasEnded) return undefined;
    const page = make(path);
    underWay.set(path, page);
    makings.add(page);
    return page.finally(() => makings.delete(page));
  }

  function ready(path: string): StoredFile | undefined {
    const known = kept.get(path);
    const due = known && dueAt.get(path);
    if (due && due < performance.now() && !underWay.has(path)) begin(path).catch(() => {});
    return known;
  }

  return {
    find,
    ready,
    count: () => kept.size,
    /** Everything is rendered again: now, and on demand before that. Renderings in progress no longer count. */
    forget() {
      const known = [...kept.keys()];
      version += 1;
      kept.clear();
      underWay.clear();
      for (const path of known) find(path).catch(() => {});
    },
    /** Renders all of them one after the other, so that no visitor waits for the first rendering. */
    async warm() {
      for (const path of paths) await find(path).catch(() => {});
    },
    /** Waits for the rendering in progress, because it still queries the database. */
    async stop() {
      hasEnded = true;
      await Promise.allSettled(makings);
    },
  };
}

async function keep({ status, headers, body }: Drawn): Promise<StoredFile | undefined> {
  if (status !== 200) return undefined;
  const type = headers.get('content-type') ?? 'text/html; charset=utf-8';
  // A PNG is compressed already.
  const [brotli, gzipped] = type.startsWith('image/')
    ? []
    : await Promise.all([
        promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(body, { level: 9 }),
      ]);
  return {
    body,
    brotli,
    gzip: gzipped,
    type,
    etag: etagOf(body),
    cacheControl: 'public, max-age=0, must-revalidate',
    policy: contentSecurityPolicy(inlineScriptHashes(body.toString())),
    permissions: headers.get('permissions-policy') ?? undefined,
  };
}
