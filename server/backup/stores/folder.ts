import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { releaseLock, takeLock } from '#database/embedded/lock.ts';
import { StartError } from '#database/start-error.ts';
import { type BackupStore, checkName } from './store.ts';

const draft = /^\..*\.part$/;

/** A folder that only its owner can read. */
export function createFolderStore(given: string): BackupStore & { clear(): Promise<void> } {
  const place = resolve(given);
  const pathOf = (name: string) => join(place, checkName(name));
  return {
    place,
    async list(folder = '') {
      const path = join(place, folder);
      const entries = await readdir(path, { withFileTypes: true }).catch(ignoreMissing);
      const files = (entries ?? []).filter(
        (entry) => entry.isFile() && !entry.name.startsWith('.'),
      );
      return Promise.all(
        files.map(async ({ name }) => ({ name, size: (await stat(join(path, name))).size })),
      );
    },
    async read(name) {
      const file = await open(pathOf(name)).catch((error) => {
        if (error.code === 'ENOENT') throw new StartError(`There is no ${name} in ${place}.`);
        throw error;
      });
      await file.close();
      return createReadStream(pathOf(name), { highWaterMark: 256 * 1024 });
    },
    async write(name, content) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const begun = join(dirname(path), `.${process.pid}.${path.split('/').pop()}.part`);
      // Overwrites what a killed process left: in a container every process has the same pid.
      const stream = createWriteStream(begun, { mode: 0o600, flush: true });
      try {
        await pipeline(content, stream);
        await rename(begun, path);
        await syncFolder(dirname(path));
        return stream.bytesWritten;
      } catch (error) {
        await rm(begun, { force: true }); // frees the space on a full disk
        throw Object.assign(error as Error, { path: place });
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    /** Removes what killed backups left behind. */
    async clear() {
      const names = (await readdir(place).catch(ignoreMissing)) ?? [];
      for (const name of names) if (draft.test(name)) await rm(join(place, name), { force: true });
    },
  };
}

/** One backup at a time per folder, so that leftovers belong to nobody who is still running. */
export async function alone<T>(place: string, work: () => Promise<T>): Promise<T> {
  await mkdir(place, { recursive: true, mode: 0o700 });
  const lock = join(place, '.lock');
  const claim = takeLock(lock);
  if (!claim.taken) {
    throw new StartError(`Another backup is being made into ${place} (process ${claim.owner}).`);
  }
  return work().finally(() => releaseLock(lock));
}

/** Makes the rename durable, and not only the content. */
async function syncFolder(path: string) {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
