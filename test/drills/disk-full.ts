import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { findRunning } from '#database/embedded/embedded.ts';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';
import { startOwnServer } from '#test/support/own-server.ts';
import { createSites, type Site, until } from '#test/support/site.ts';
import type { Check, Drill } from './drill.ts';
import { counted, isGoodOrAway, sendVisitors } from './visitors.ts';

export const drill: Drill = {
  title: 'The disk of the data folder is full, and that of PostgreSQL',
  rounds: 3,
  async run(rounds, say) {
    const sites = createSites('site-drill-full-', { PAGES_MADE: 'ahead' });
    const ends: (() => Promise<void> | void)[] = [sites.clear];
    try {
      const mount = (size: number) => {
        const disk = mountDisk(join(sites.newFolder(), 'disk'), size);
        ends.push(() => void execFileSync('umount', ['-l', disk]));
        return disk;
      };
      const own = await startOwnServer();
      ends.push(own.stop);
      const ofFiles = await fillFiles(sites, mount(40), await own.addressOf('files'), rounds, say);
      const started = await startOnFull(sites, mount(2), await own.addressOf('none'));
      const ofEngine = await fillEngine(sites, mount(300), rounds, say);
      return [...ofFiles, started, ...ofEngine];
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
};

type Sites = ReturnType<typeof createSites>;
type Say = (line: string) => void;

function mountDisk(folder: string, megabytes: number): string {
  mkdirSync(folder);
  const options = `size=${megabytes}m,mode=755`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    throw new StartError(
      'Only root may make a small disk: run this drill as root, where containers may mount.',
    );
  }
  return folder;
}

/** Fills the disk except for this many bytes, and frees it again. */
function fill(disk: string, left = 0) {
  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  } catch (error) {
    // Others used space meanwhile: it is as full as it can be.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return () => rmSync(filler, { force: true });
}

/** The database is elsewhere: files, keys and whatever else lies in the data folder. */
async function fillFiles(
  sites: Sites,
  disk: string,
  address: string,
  rounds: number,
  say: Say,
): Promise<Check[]> {
  const site = await sites.start({ DATABASE_URL: address, DATA_DIR: join(disk, 'data') });
  const { secretKey } = JSON.parse(readFileSync(join(disk, 'data/keys.json'), 'utf8'));
  const headers = { apikey: secretKey };
  const files = `${site.url}/storage/v1`;
  await fetch(`${files}/bucket`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'drill', name: 'drill', public: false }),
  });
  const kept = new Map<string, string>();
  async function put() {
    const [name, content] = [crypto.randomUUID(), crypto.randomUUID().repeat(2_000)];
    const response = await fetch(`${files}/object/drill/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: content,
    });
    if (response.ok) kept.set(name, content);
    return { status: response.status, text: await response.text() };
  }
  const others = sendVisitors(
    site.url,
    [
      { what: 'board', path: '/jobs' },
      { what: 'page', path: '/about' },
    ],
    2,
  );
  const refusals: Awaited<ReturnType<typeof put>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await put();
    const free = fill(disk, round * 30_000);
    await until(put, ({ status }) => status !== 200);
    for (let time = 0; time < 5; time += 1) refusals.push(await put());
    // Long enough for an alarm.
    if (round === 0) await until(async () => /"alarm":"[^"]*disk/i.test(site.said()), Boolean);
    free();
    await until(put, ({ status }) => status === 200);
    say(`files, round ${round + 1} of ${rounds}: ${kept.size} are kept`);
  }
  const read = await Promise.all(
    [...kept].map(async ([name, content]) => {
      const response = await fetch(`${files}/object/drill/${name}`, { headers });
      return (await response.text()) === content;
    }),
  );
  const lying = readdirSync(join(disk, 'data/files'), { recursive: true, withFileTypes: true });
  const pages = await others.stop();
  const { length: count } = lying.filter((entry) => entry.isFile());
  return [
    {
      what: 'files: who puts one is told that the site cannot reach its files, with 503',
      seen: [...new Set(refusals.map(({ status, text }) => `${status} ${text}`))].join(' | '),
      holds: refusals.every(({ status, text }) => status === 503 && text.includes('its files')),
    },
    {
      what: 'files: each that was taken is whole, no half of another lies there, and it goes on by itself',
      seen: `${read.filter(Boolean).length} of ${kept.size} read, ${count} lie there`,
      holds: read.every(Boolean) && count === kept.size,
    },
    {
      what: 'files: who asked for pages noticed nothing, and staff hear of it',
      seen: `${counted(pages)}; an alarm`,
      holds: pages.every(({ said }) => said === '200'),
    },
    runsOn(site),
  ];
}

/** A first start has keys to write. */
async function startOnFull(sites: Sites, disk: string, address: string): Promise<Check> {
  fill(disk);
  const said = await sites.start({ DATABASE_URL: address, DATA_DIR: join(disk, 'data') }).then(
    () => 'It started.',
    (error: Error) => error.message,
  );
  return {
    what: 'a start without room for its keys ends with a sentence',
    seen: said.trim().split('\n').at(-1) ?? '',
    holds: /The disk that holds .* is full/.test(said) && !/ at /.test(said.split('full')[1] ?? ''),
  };
}

async function fillEngine(sites: Sites, disk: string, rounds: number, say: Say): Promise<Check[]> {
  const site = await sites.start({
    DATA_DIR: join(disk, 'data'),
    AUTH_LIMIT_LETTERS_PER_CLIENT: '1000000/60',
  });
  const { publishableKey: apikey } = JSON.parse(readFileSync(join(disk, 'data/keys.json'), 'utf8'));
  const kept: string[] = [];
  const answers: { status: number; later: string | null; text: string }[] = [];
  async function signUp() {
    const email = `${crypto.randomUUID()}@full.example`;
    const response = await fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      // A large profile text takes up space.
      body: JSON.stringify({ email, password: 'kept-Ready-7', data: { about: noise(7_000) } }),
    });
    if (response.ok) kept.push(email);
    const { status, headers } = response;
    const text = response.ok ? '' : await response.text();
    answers.push({ status, later: headers.get('retry-after'), text });
    return status;
  }
  const people = sendVisitors(
    site.url,
    [
      { what: 'board', path: '/jobs' },
      { what: 'page', path: '/about' },
    ],
    2,
  );
  const back: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await until(signUp, (status) => status === 200);
    const free = fill(disk, round * 3_000_000);
    await until(signUp, (status) => status !== 200);
    for (let time = 0; time < 10; time += 1) await signUp();
    free();
    const began = performance.now();
    await until(signUp, (status) => status === 200);
    back.push(performance.now() - began);
    say(
      `PostgreSQL, round ${round + 1} of ${rounds}: back after ${Math.round(back.at(-1) ?? 0)} ms`,
    );
  }
  const asked = await people.stop();
  const admin = findRunning(site.dataDir);
  const count = async (text: string) =>
    withClient(admin ?? {}, async (client) => (await client.query(text, [kept])).rows);
  const there = await count('select from auth.users where email = any ($1)');
  // The outbox keeps only the newest.
  const letters = await until(
    () =>
      count(
        'select recipient, count(*)::int from staff.mails where recipient = any ($1) group by 1',
      ),
    (rows) => rows.length === kept.length,
  );
  const refused = answers.filter(({ status }) => status !== 200);
  const logged = (which: string) =>
    site.said().match(new RegExp(`"msg":"${which}the database's disk is full"`, 'g'))?.length ?? 0;
  const logBytes = statSync(join(disk, 'data/postgres.log')).size;
  const pages = asked.filter(({ what }) => what === 'page');
  return [
    {
      what: 'PostgreSQL: who writes is told that nothing was changed, with 503, when to come again, and no file of its',
      seen: [...new Set(refused.map(({ status, text }) => `${status} ${text}`))]
        .join(' | ')
        .slice(0, 300),
      holds:
        refused.length > 0 &&
        refused.every(
          ({ status, later, text }) =>
            status === 503 &&
            later === '2' &&
            text.includes('Nothing was changed') &&
            !/pg_wal|base\//.test(text),
        ),
    },
    {
      what: 'PostgreSQL: who was told yes is there, with one letter',
      seen: `${kept.length} told, ${there.length} there, ${letters.length} letters`,
      holds: there.length === kept.length && letters.every((row) => row.count === 1),
    },
    {
      what: 'PostgreSQL: the log says it once each time it begins, and its own log stays small',
      seen: `${logged('')} times, ${logged('over: ')} times over, ${logBytes} bytes`,
      holds: logged('') > 0 && logged('') <= 1 + logged('over: ') && logBytes < 4_000_000,
    },
    {
      what: 'PostgreSQL: it goes on by itself within 20 s',
      seen: `slowest ${Math.round(Math.max(...back))} ms`,
      holds: Math.max(...back) <= 20_000,
    },
    {
      what: 'PostgreSQL: pages come all the time, and the board comes or says to come again',
      seen: counted(asked),
      holds: asked.every(isGoodOrAway) && pages.every(({ said }) => said === '200'),
    },
    runsOn(site),
  ];
}

/** Text that does not compress where it is stored. */
function noise(length: number): string {
  return Array.from({ length: length / 32 }, () => crypto.randomUUID().replaceAll('-', '')).join(
    '',
  );
}

function runsOn({ child, said }: Site): Check {
  return {
    what: 'the process was not restarted, and its log tells of no fault of ours',
    seen:
      said()
        .match(/.*unexpected failure.*/)?.[0]
        ?.slice(0, 300) ?? 'runs',
    holds: child.exitCode === null && !child.signalCode && !/unexpected failure/.test(said()),
  };
}
