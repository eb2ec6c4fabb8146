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
import { afterAll, expect, it } from 'vitest';
import { createDiskFiles } from '#server/outside/files/disk.ts';
import { createSites, type Site, stopped, until } from '#test/support/site.ts';

const sites = createSites('site-full-');
const disk = join(sites.newFolder(), 'disk');
const isMounted = mountSmallDisk();
afterAll(async () => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
  await sites.clear();
});

it.skipIf(!isMounted)('goes on by itself when a full disk has room again', async () => {
  const site = await sites.start({ DATA_DIR: join(disk, 'data') });
  const { secretKey } = JSON.parse(readFileSync(join(disk, 'data/keys.json'), 'utf8'));
  expect(await signUp(site, secretKey)).toEqual([200, null]);

  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 6_000_000)));
  // What a large write leaves, smaller ones take.
  for (const rows of [4_000, 400, 40, 4, 1]) {
    await until(
      () => fillWithRows(site, secretKey, rows),
      (status) => status === 503,
    );
  }
  // A row of another table may still find a place on a page that is there.
  await until(
    () => signUp(site, secretKey),
    ([status, retryAfter]) => status === 503 && retryAfter === '2',
  );
  // Whether the engine still reads or has ended depends on what was full first: its tables or its log.
  expect([200, 503]).toContain((await fetch(`${site.url}/healthz`)).status);
  rmSync(filler);
  await until(
    () => signUp(site, secretKey),
    ([status]) => status === 200,
  );
  await until(
    () => fetch(`${site.url}/healthz`),
    ({ status }) => status === 200,
  );
  const logged = site.said().match(/"msg":"the database's disk is full"/g);
  expect(logged).toHaveLength(1);
  expect(site.said()).not.toMatch(/unexpected failure/);
  expect(statSync(join(disk, 'data/postgres.log')).size).toBeLessThan(4_000_000);
  expect(await stopped(site.child)).toBe(0);
});

it.skipIf(!isMounted)('keeps no half of a file for which there is no room', async () => {
  const folder = join(disk, 'files');
  const key = `avatars/${crypto.randomUUID()}/${crypto.randomUUID()}`;
  const attempt = createDiskFiles(folder).put(key, new Uint8Array(140_000_000), 'image/webp');
  await expect(attempt).rejects.toThrow('The files cannot be reached at the moment');
  expect(readdirSync(join(folder, key, '..'))).toEqual([]);
});

/** Only root may, and not in every container: elsewhere there is no full disk to try. */
function mountSmallDisk(): boolean {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=130m,mode=755', 'tmpfs', disk], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** The answer must be a sentence, and name no file of the engine. */
async function signUp(site: Site, apikey: string) {
  const response = await fetch(`${site.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${crypto.randomUUID()}@full.example`,
      password: 'kept-Ready-7',
    }),
  });
  expect(await response.text()).not.toMatch(/pg_wal|base\/|No space|could not/);
  return [response.status, response.headers.get('retry-after')];
}

async function fillWithRows(site: Site, apikey: string, count: number): Promise<number> {
  const rows = Array.from({ length: count }, () => ({
    day: '2020-01-01',
    path: `/${crypto.randomUUID()}${'x'.repeat(150)}`,
    views: 1,
  }));
  const response = await fetch(`${site.url}/rest/v1/page_views`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(await response.text()).not.toMatch(/pg_wal|base\/|No space|could not/);
  return response.status;
}
