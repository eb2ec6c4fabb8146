import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImages } from '#api/storage/images.ts';
import { createDiskFiles } from '#server/outside/files/disk.ts';

/** The real file store, in a folder of this test file's own. */
export function testStorage() {
  const folder = mkdtempSync(join(tmpdir(), 'site-files-'));
  return {
    files: createDiskFiles(folder),
    images: createImages(),
    folder,
    /** Every stored file. */
    stored: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
