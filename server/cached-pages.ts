import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Database } from '#database/database.ts';
import type { Asker } from '#database/fair-turns.ts';
import { currentScope, onBehalfOf } from '#database/on-behalf-of.ts';
import { openProvenLine } from '#database/proven-line.ts';
import { createPageMemory } from './page-memory.ts';
import { etagOf, type StoredFile } from './stored-files.ts';

/**
 * What others between us and the visitor may do with it: answer with it for a second, then ask again. A
 * browser asks each time, and hears mostly that nothing has changed.
 */
const forASecond = 'public, max-age=0, s-maxage=1, must-revalidate';

/** Besides what was told and what the clock was known to change. In milliseconds, like all here. */
const longestLife = 60_000;
/** A page is made twice a second at most. */
const makeEvery = 500;
const mostBytes = 32 * 1024 * 1024;

type Dependencies = {
  database: Database;
  /** The one address of all that mean the same page; nothing for what is not cached. */
  cachedAddress: (pathname: string, search: string) => string | undefined;
  /** Whether the site goes by this name: anybody's would fill the memory with pages that name it. */
  isOwnOrigin: (origin: string) => boolean;
  render: (address: string, origin: string) => Promise<Response>;
  /** The policy of a page, which is the same for all of them: it names hashes only. */
  policy: string;
};

export type CachedPages = {
  /** The page of an address, when it is in memory and true. */
  ready(pathname: string, search: string, origin: string): StoredFile | undefined;
  /**
   * The page of an address, for a GET: at once when it is in memory and true, else when it is made. What
   * could not be made, or is no page (404, 410, 503), comes as the response that it is, for this time.
   */
  find(
    pathname: string,
    search: string,
    origin: string,
  ): StoredFile | undefined | Promise<StoredFile | Response>;
};

type Entry = {
  file: StoredFile;
  bytes: number;
  version: number;
  diesAt: number;
  /** It may be made again from then on; until then it is at most half a second old. */
  readyAt: number;
};

type Making = {
  version: number;
  made: Promise<StoredFile | Response>;
  /** Somebody else waits for it. */
  join(asker: Asker | undefined): void;
};

/**
 * Pages that are the same for every visitor, made when somebody asks and cached until a job changes: any
 * process tells it, by NOTIFY, or the clock does. Decision 68 says why it is so.
 */
export function createCachedPages(dependencies: Dependencies): CachedPages {
  const { database, cachedAddress, isOwnOrigin, render, policy } = dependencies;
  const memory = createPageMemory<Entry>(mostBytes);
  const makings = new Map<string, Making>();
  /** Counts the changes that were heard: what was begun before the last one may be out of date. */
  let version = 0;
  const noteChange = () => {
    version += 1;
  };
  const line = openProvenLine(database, 'jobs_changed', {
    hear: noteChange,
    forgetAll: noteChange,
  });

  const isCurrent = (entry: Entry) => entry.version === version && performance.now() < entry.diesAt;

  function isTrue(entry: Entry): boolean {
    return (isCurrent(entry) && line.isProven()) || performance.now() < entry.readyAt;
  }

  async function obtain(address: string, origin: string): Promise<StoredFile | Response> {
    const name = origin + address;
    // Where nobody has asked for a while: a word to the database and back is less than a page.
    const isProven = await line.prove();
    const known = memory.find(name);
    if (known && isProven && isCurrent(known)) return known.file;
    const asked = version;
    for (;;) {
      const { asker } = currentScope();
      let making = makings.get(name);
      if (making) making.join(asker);
      else {
        const entry = memory.find(name);
        if (entry && isTrue(entry)) return entry.file;
        making = begin(name, asker, entry, () => render(address, origin));
      }
      const made = await making.made;
      // One that was begun before the change which this asker comes after is not for them.
      if (making.version >= asked) return made;
    }
  }

  function begin(
    name: string,
    asker: Asker | undefined,
    former: Entry | undefined,
    work: () => Promise<Response>,
  ): Making {
    const begun = performance.now();
    const at = version;
    const { made, join } = forAll(asker, async () => {
      const seconds = await secondsUntilChange(database);
      const response = await work();
      return { response, seconds };
    });
    const kept = made.then(async ({ response, seconds }) => {
      if (response.status !== 200) {
        memory.forget(name);
        return response;
      }
      const file = await store(response, policy);
      memory.keep(name, {
        file,
        bytes: weigh(name, file),
        version: at,
        diesAt: begun + Math.min(longestLife, seconds * 1_000),
        readyAt: Math.max(former?.readyAt ?? 0, begun - makeEvery) + makeEvery,
      });
      return file;
    });
    const making = { version: at, join, made: kept.finally(() => makings.delete(name)) };
    makings.set(name, making);
    return making;
  }

  function inMemory(name: string): StoredFile | undefined {
    const entry = memory.find(name);
    return entry && isTrue(entry) ? entry.file : undefined;
  }

  return {
    ready(pathname, search, origin) {
      const address = cachedAddress(pathname, search);
      return address === undefined ? undefined : inMemory(origin + address);
    },
    find(pathname, search, origin) {
      const address = cachedAddress(pathname, search);
      if (address === undefined) return undefined;
      const file = inMemory(origin + address);
      if (file) return file;
      return isOwnOrigin(origin) ? obtain(address, origin) : undefined;
    },
  };
}

/** Asked before the page is made, so that what changes in between is not missed. */
async function secondsUntilChange(database: Database): Promise<number> {
  const { rows } = await database.asService
    .query<{ seconds: number | null }>({
      name: 'seconds-until-jobs-change',
      text: 'select private.seconds_until_jobs_change() as seconds',
    })
    // The page itself says what is wrong, and is not believed for long.
    .catch(() => ({ rows: [{ seconds: 0 }] }));
  return rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
}

type Made = { response: Response; seconds: number };

/**
 * Makes once what many wait for. It counts for the client who came first, whose share it may have to wait
 * in. When another client comes, it waits there no longer: what was turned away is made again in the share
 * of that other one, so that nobody can hold a page up by asking first. Without others it ends when the
 * first one leaves before it has begun.
 */
function forAll(first: Asker | undefined, work: () => Promise<Made>) {
  const letGo = new AbortController();
  let heir: Asker | undefined;
  let waiting = 1;
  first?.signal?.addEventListener('abort', () => {
    if (waiting === 1) letGo.abort();
    waiting -= 1;
  });

  async function make(): Promise<Made> {
    const asker = first && { key: first.key, signal: letGo.signal };
    const made = await onBehalfOf(asker, work);
    const isTurnedAway = made.response.status === 503 || made.response.status === 429;
    return isTurnedAway && heir ? onBehalfOf(heir, work) : made;
  }

  return {
    made: make(),
    join(asker: Asker | undefined) {
      waiting += 1;
      const isSame = asker?.key === first?.key && !letGo.signal.aborted;
      if (heir || !asker || isSame) return;
      heir = { key: asker.key };
      letGo.abort();
    },
  };
}

async function store(response: Response, policy: string): Promise<StoredFile> {
  const body = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8';
  const facts = {
    body,
    type,
    etag: etagOf(body),
    cacheControl: response.headers.get('cache-control') ?? forASecond,
    policy: type.startsWith('text/html') ? policy : undefined,
  };
  // A PNG is packed already, and what is short gets no shorter.
  const isPacked = type.startsWith('image/') || body.length < 1_000;
  return isPacked ? { ...facts, brotli: undefined, gzip: undefined } : pack(facts);
}

/**
 * Packed when somebody first asks for it so, once: a page that changes is mostly read in one packing. At
 * level 5, a millisecond or two for the board; what is kept for good is packed at 11.
 */
function pack(facts: Omit<StoredFile, 'brotli' | 'gzip'>): StoredFile {
  let brotli: StoredFile['brotli'];
  let gzip: StoredFile['gzip'];
  return {
    ...facts,
    get brotli() {
      brotli ??= brotliCompressSync(facts.body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
      });
      return brotli;
    },
    get gzip() {
      gzip ??= gzipSync(facts.body);
      return gzip;
    },
  };
}

/** Both packings of a page are together less than half of it. */
function weigh(name: string, { body, type }: StoredFile): number {
  return body.length * (type.startsWith('image/') ? 1 : 1.5) + 2 * name.length + 1_000;
}
