import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { contentSecurityPolicy, inlineScriptHashes } from '../door/content-security-policy.ts';
import { etagOf, type StoredFile } from '../files/stored-files.ts';
import type { Drawn } from './read-page.ts';

/**
 * Pages that are the same for everybody: rendered once, then kept in memory, packed as small as it
 * goes. What is `aging` has figures in it: whoever comes after its life gets it once more, and has it made anew.
 * Rendered at start and not at build time, because they name the site's own address.
 */
export function createKeptPages(
  paths: ReadonlySet<string>,
  render: (path: string) => Promise<Drawn>,
  { aging = new Set<string>(), life = 60_000 } = {},
) {
  const kept = new Map<string, StoredFile>();
  /** When those with figures are to be made anew. */
  const dueAt = new Map<string, number>();
  const underWay = new Map<string, Promise<StoredFile | undefined>>();
  /** All of them, also those that count no more. */
  const makings = new Set<Promise<unknown>>();

  /** Of all that is kept. */
  let version = 0;
  let hasEnded = false;

  async function make(path: string): Promise<StoredFile | undefined> {
    const at = version;
    if (aging.has(path)) dueAt.set(path, performance.now() + life);
    try {
      // For all who come: it must not end, or wait, with the one who came first.
      const page = await onBehalfOf(undefined, () => render(path)).then(keep);
      if (page && at === version) kept.set(path, page);
      return page;
    } finally {
      // A page that failed once is tried again at the next request.
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
    /** Made anew: at once, and for whoever asks before that. What is being made counts no more. */
    forget() {
      const known = [...kept.keys()];
      version += 1;
      kept.clear();
      underWay.clear();
      for (const path of known) find(path).catch(() => {});
    },
    /** Renders all of them, one after the other, so that no visitor waits for the first time. */
    async warm() {
      for (const path of paths) await find(path).catch(() => {});
    },
    /** What is being made is waited for, because it still asks the database. */
    async stop() {
      hasEnded = true;
      await Promise.allSettled(makings);
    },
  };
}

async function keep({ status, headers, body }: Drawn): Promise<StoredFile | undefined> {
  if (status !== 200) return undefined;
  const type = headers.get('content-type') ?? 'text/html; charset=utf-8';
  // A PNG is packed already.
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
