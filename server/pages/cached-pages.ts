import type { Database } from '#database/database.ts';
import type { Asker } from '#database/fair-turns.ts';
import { openProvenLine } from '#database/lines/proven-line.ts';
import { asOf, currentScope } from '#database/on-behalf-of.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { makeForAll } from './make-for-all.ts';
import { createPageMemory } from './page-memory.ts';
import { type Drawn, readPage, weigh } from './read-page.ts';

/** Besides what was told and what the clock was known to change. In milliseconds, like all here. */
const longestLife = 60_000;
/** A page is made twice a second at most, if often; so many times at once, if not. */
const makeEvery = 500;
const mostAtOnce = 8;
const mostBytes = 32 * 1024 * 1024;

type Dependencies = {
  database: Database;
  /** The one address of all that mean the same page; nothing for what is not cached. */
  cachedAddress: (pathname: string, search: string) => string | undefined;
  /** Whether the site goes by this name: anybody's would fill the memory with pages that name it. */
  isOwnOrigin: (origin: string) => boolean;
  render: (address: string, origin: string) => Promise<Drawn>;
  /** The policy of a page, which is the same for all of them: it names hashes only. */
  policy: string;
};

export type CachedPages = {
  /** The page of an address, when it is in memory and true. */
  ready(pathname: string, search: string, origin: string): StoredFile | undefined;
  /**
   * The page of an address, for a GET: at once when it is in memory and true, else when it is made. What
   * could not be made, or is no page (404, 410, 503), comes as it was rendered, for this time.
   */
  find(
    pathname: string,
    search: string,
    origin: string,
  ): StoredFile | undefined | Promise<StoredFile | Drawn>;
  /** All that is in memory is to be made anew. */
  forget(): void;
  state(): { cached: number; cachedBytes: number };
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
  made: Promise<StoredFile | Drawn>;
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

  async function obtain(address: string, origin: string): Promise<StoredFile | Drawn> {
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
    work: () => Promise<Drawn>,
  ): Making {
    const begun = performance.now();
    const at = version;
    const { made, join } = makeForAll(
      asker,
      async () => {
        // Asked before the page is made, so that what changes in between is not missed.
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

/** When the clock alone changes what visitors see, and what a replica must have to be asked for them. */
async function moment(database: Database): Promise<{ seconds: number; position?: string }> {
  const { rows } = await database.asService
    .query<{ seconds: number | null; position?: string }>({
      name: 'seconds-until-jobs-change',
      text: `select private.seconds_until_jobs_change() as seconds, private.log_position() as position`,
    })
    // The page itself says what is wrong, and is not believed for long.
    .catch(() => ({ rows: [{ seconds: 0, position: undefined }] }));
  return { position: rows[0]?.position, seconds: rows[0]?.seconds ?? Number.POSITIVE_INFINITY };
}
