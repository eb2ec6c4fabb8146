import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { afterAll, expect, inject, onTestFinished, vi } from 'vitest';
import type { Database } from '#database/database.ts';
import { openDatabases } from '#database/lines/replicas.ts';
import { createLogger } from '#server/logger.ts';
import { createServer } from '#server/server.ts';
import { readConfig } from '#server/settings/config.ts';
import { createActors } from './actors.ts';
import { asAdmin, cloneDatabase } from './engine.ts';
import { siteUrl } from './site-url.ts';
import { cheapPasswords } from './test-auth.ts';
import { testKeys } from './test-keys.ts';

const build: Promise<ServerBuild> = import(
  /* @vite-ignore */ pathToFileURL(join(import.meta.dirname, '../../build/server/index.js')).href
);

type Process = {
  /** Without it, every page is rendered on request. */
  isCached?: boolean;
  settings?: Record<string, string>;
  change?: (database: Database) => Partial<Database>;
};

export type SiteProcess = Awaited<ReturnType<Awaited<ReturnType<typeof openWholeSite>>['open']>>;

/**
 * Any number of processes of the built site, without sockets, on one database for this test file.
 */
export async function openWholeSite() {
  const clone = await cloneDatabase(inject('engine'));
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await clone.drop();
  });

  /** A process of the site, with connections and memory of its own. */
  async function open({ isCached = true, settings = {}, change = () => ({}) }: Process = {}) {
    const own = openDatabases(clone.logins, { connections: 5 });
    const asked = new Map<string, number>();
    const heard: string[] = [];
    const changed: Database = {
      ...own,
      asService: {
        ...own.asService,
        query: (statement) => {
          const { name = '' } = statement;
          asked.set(name, (asked.get(name) ?? 0) + 1);
          return own.asService.query(statement);
        },
      },
      ...change(own),
    };
    const database: Database = {
      ...changed,
      listen: (channel, hear, lost) =>
        changed.listen(
          channel,
          (word) => {
            hear(word);
            if (channel === 'jobs_changed') heard.push(word);
          },
          lost,
        ),
    };
    const built = await build;
    const module = {
      ...built.entry.module,
      ...(isCached ? {} : { cachedAddress: () => undefined }),
    };
    const { handle, stop } = await createServer({
      config: readConfig({ LOG_LEVEL: 'silent', SITE_URL: siteUrl, ...settings }),
      keys: testKeys,
      database,
      logger: createLogger('silent'),
      build: async () => ({ ...built, entry: { module } }),
      files: new Map(),
      passwords: cheapPasswords,
    });
    ends.push(async () => {
      await stop();
      await own.close();
    });
    const get = (address: string, init: RequestInit = {}, client = '198.51.100.1') =>
      handle(new Request(address.startsWith('/') ? siteUrl + address : address, init), client);
    return {
      database,
      handle,
      stop,
      get,
      /**
       * Does work that changes jobs, and waits until the notification arrives; the connection must
       * be open.
       */
      async hearing<Done>(work: () => PromiseLike<Done>, wanted = 'changed'): Promise<Done> {
        const before = heard.length;
        const done = await work();
        await expect.poll(() => heard.slice(before)).toContain(wanted);
        return done;
      },
      /**
       * Freezes the clock while the connection is proven, so that it stays proven until the test
       * ends or the returned function is called. On a busy machine the probe comes late, and pages
       * are rendered again, as they should be: then nobody could count renderings.
       */
      async standStill(address = '/sitemap.xml') {
        let now = performance.now();
        const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
        const goOn = () => clock.mockRestore();
        onTestFinished(goOn);
        const isOurs = (word: string) => word.startsWith('proof ') && word.endsWith(` ${now}`);
        let asked = 0;
        // Asked repeatedly: an earlier probe may still be on its way, and meanwhile no new one is
        // sent.
        const isProven = async () => {
          // The next probe is due, and another one if that was lost with its connection.
          if (asked % 40 === 0) now += 1_000;
          asked += 1;
          await get(address);
          return heard.some(isOurs);
        };
        await expect.poll(isProven).toBe(true);
        return goOn;
      },
      /** How often cached pages were rendered. */
      makings: () => asked.get('seconds-until-jobs-change') ?? 0,
    };
  }

  const first = await open();
  return {
    open,
    first,
    actors: createActors({
      database: first.database,
      call: (request) => first.handle(request, '198.51.100.9'),
    }),
    asAdmin: (work: Parameters<typeof asAdmin>[1]) => asAdmin(clone.admin, work),
  };
}
