import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type Files, keyShape } from '#api/storage/files.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';

/** Files in a folder of this machine. A file is there whole or not at all. */
export function createDiskFiles(folder: string): Files {
  function pathOf(key: string): string {
    if (!keyShape.test(key)) throw new Error(`This is no key of a file: ${key}`);
    return join(folder, key);
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}`;
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true }); // a full disk gets its room back
        const { code } = error as NodeJS.ErrnoException;
        throw code === 'ENOSPC' || code === 'EDQUOT' ? new DatabaseUnavailable(error) : error;
      } finally {
        await file.close();
      }
    },

    async get(key) {
      const file = await open(pathOf(key)).catch(ignoreMissing);
      if (!file) return undefined;
      return Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // The folder of an object goes with its last version.
      await rmdir(dirname(path)).catch(() => {});
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
