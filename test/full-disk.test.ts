import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDiskFiles } from '#server/outside/files/disk.ts';
import { makeDataDir } from '#test/support/engine.ts';

const place = makeDataDir('site-full-');
const disk = join(place, 'disk');
const isMounted = mountSmallDisk();
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
  rmSync(place, { recursive: true });
});

// A drill rehearses the site and PostgreSQL on a full disk: `npm run drill -- disk-full`.
it.skipIf(!isMounted)('keeps no half of a file for which there is no room', async () => {
  const folder = join(disk, 'files');
  const key = `avatars/${crypto.randomUUID()}/${crypto.randomUUID()}`;
  const attempt = createDiskFiles(folder).put(key, new Uint8Array(4_000_000), 'image/webp');
  await expect(attempt).rejects.toThrow('The files cannot be reached at the moment');
  expect(readdirSync(join(folder, key, '..'))).toEqual([]);
});

/** Only root may do this, and not in every container; elsewhere this test is skipped. */
function mountSmallDisk(): boolean {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=755', 'tmpfs', disk], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
