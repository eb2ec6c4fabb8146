import type { Database } from '#database/database.ts';
import type { Asker } from '#database/fair-turns.ts';
import { openProvenLine } from '#database/lines/proven-line.ts';
import { asOf, currentScope } from '#database/on-behalf-of.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { makeForAll } from './make-for-all.ts';
import { createPageMemory } from './page-memory.ts';
import { type Drawn, readPage, weigh } from './read-page.ts';

/**
 * Upper limit, besides notified changes and changes that the clock brings. Milliseconds, like all
 * times here.
 */
const longestLife = 60_000;
/**
 * A busy page is rendered at most twice a second; otherwise, this many renderings may run at once.
 */
const makeEvery = 500;
const mostAtOnce = 8;
const mostBytes = 32 * 1024 * 1024;

type Dependencies = {
  database: Database;
  /** The canonical address of all that mean the same page; undefined for what is not cached. */
  cachedAddress: (pathname: string, search: string) => string | undefined;
  /**
   * Whether the site goes by this name: caching pages for any Host header would fill the memory.
   */
  isOwnOrigin: (origin: string) => boolean;
  render: (address: string, origin: string) => Promise<Drawn>;
  /** The policy, which is the same for all pages because it lists hashes only. */
  policy: string;
};

export type CachedPages = {
  /** The page at an address, if it is in memory and up to date. */
  ready(pathname: string, search: string, origin: string): StoredFile | undefined;
  /**
   * The page at an address, for a GET: at once if it is in memory and up to date, otherwise once it
   * is rendered. Failures and pages that do not exist (404, 410, 503) are returned as rendered and
   * not cached.
   */
  find(
    pathname: string,
    search: string,
    origin: string,
  ): StoredFile | undefined | Promise<StoredFile | Drawn>;
  /** Everything in memory is to be rendered again. */
  forget(): void;
  state(): { cached: number; cachedBytes: number };
};

type Entry = {
  file: StoredFile;
  bytes: number;
  version: number;
  diesAt: number;
  /** It may be rendered again from then on; until then it is at most half a second old. */
  readyAt: number;
};

type Making = {
  version: number;
  made: Promise<StoredFile | Drawn>;
  /** Another client waits for it. */
  join(asker: Asker | undefined): void;
};

/**
 * Pages that are the same for every visitor, rendered on demand and cached until a job changes,
 * which another process announces by NOTIFY or the clock brings. Decision 68 gives the reasons.
 */
export function createCachedPages(dependencies: Dependencies): CachedPages {
  const { database, cachedAddress, isOwnOrigin, render, policy } = dependencies;
  const memory = createPageMemory<Entry>(mostBytes);
  const makings = new Map<string, Making>();
  /** Counts the changes heard: a rendering begun before the last one may be out of date. */
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

  async function obtain(address: string, origin: string): Promise<StoredFile | Drawn> {
    const name = origin + address;
    // After a quiet period: a round trip to the database costs less than rendering a page.
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
      // A rendering begun before a change that this client must see is not for them.
      if (making.version >= asked) return made;
    }
  }

  function begin(
    name: string,
    asker: Asker | undefined,
    former: Entry | undefined,
    work: () => Promise<Drawn>,
  ): Making {
    const begun = performance.now();
    const at = version;
    const { made, join } = makeForAll(
      asker,
      async () => {
        // Read before rendering, so that a change in between is not missed.
        const { seconds, position } = await moment(database);
        return { seconds, drawn: await asOf(position, work) };
      },
      ({ drawn: { status } }) => status === 503 || status === 429,
    );
    const kept = made.then(({ drawn, seconds }) => {
      if (drawn.status !== 200) {
        memory.forget(name);
        return drawn;
      }
      const file = readPage(drawn, policy);
      memory.keep(name, {
        file,
        bytes: weigh(file) + 2 * name.length + 1_000,
        version: at,
        diesAt: begun + Math.min(longestLife, seconds * 1_000),
        readyAt: Math.max(former?.readyAt ?? 0, begun - (mostAtOnce - 1) * makeEvery) + makeEvery,
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
    forget() {
      noteChange();
      memory.clear();
    },
    state: () => ({ cached: memory.count, cachedBytes: memory.bytes }),
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

/**
 * When the clock alone will change what visitors see, and the position that a replica must have
 * reached to serve it.
 */
async function moment(database: Database): Promise<{ seconds: number; position?: string }> {
  const { rows } = await database.asService
    .query<{ seconds: number | null; position?: string }>({
      name: 'seconds-until-jobs-change',
      text: `select private.seconds_until_jobs_change() as seconds, private.log_position() as position`,
    })
    // The page itself says what is wrong, and is not cached for long.
    .catch(() => ({ rows: [{ seconds: 0, position: undefined }] }));
  return { position: rows[0]?.position, seconds: rows[0]?.seconds ?? Number.POSITIVE_INFINITY };
}
