import { randomUUID } from 'node:crypto';
import {
  access,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type Files, FilesUnavailable, keyShape, plainKey } from '#api/storage/files.ts';

/** Files in a folder on this machine. A file exists completely or not at all. */
export function createDiskFiles(folder: string): Files {
  function pathOf(key: string): string {
    if (!keyShape.test(key)) throw new Error(`This is no key of a file: ${key}`);
    return join(folder, plainKey(key));
  }

  /** Fills a draft, which is renamed into place once it is complete. */
  async function place(key: string, fill: (file: FileHandle, draft: string) => Promise<unknown>) {
    const path = pathOf(key);
    const draft = `${path}.${randomUUID()}`;
    let file: FileHandle | undefined;
    try {
      file = await openDraft(draft);
      await fill(file, draft);
      await file.sync();
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {}); // frees the space on a full disk
      throw asUnavailable(error);
    } finally {
      await file?.close();
    }
  }

  async function remove(key: string) {
    const path = pathOf(key);
    await rm(path, { force: true }).catch((error) => {
      throw asUnavailable(error);
    });
    // The folder of an object is removed with its last version.
    await rmdir(dirname(path)).catch(() => {});
  }

  return {
    put: (key, content) => place(key, (file) => file.writeFile(content)),

    async get(key, range) {
      const file = await open(pathOf(key)).catch(ignoreMissing);
      if (!file) return undefined;
      const stream = file.createReadStream(range && { start: range.first, end: range.last });
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    },

    async copy(from, to) {
      const [source] = [pathOf(from), pathOf(to)];
      const isThere = await access(source).then(() => true, ignoreMissing);
      if (!isThere) return false;
      await place(to, (_, draft) => copyFile(source, draft));
      return true;
    },

    remove,

    async tryPutting(bucket) {
      const key = `${bucket}/${randomUUID()}/${randomUUID()}`;
      await place(key, async () => {});
      await remove(key);
    },
  };
}

/** Retries, because the folder may be removed with its last file before the draft is in it. */
async function openDraft(path: string, tries = 5): Promise<FileHandle> {
  // Creating a folder can fail too when the disk is full.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'wx', 0o600).catch((error) => {
    if (error.code !== 'ENOENT' || tries === 1) throw error;
    return openDraft(path, tries - 1);
  });
}

/**
 * A disk that is full, broken, remounted read-only, or not this user's: whatever the system
 * answers, it is not the request's fault.
 */
function asUnavailable(error: unknown): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return syscall ? new FilesUnavailable(error, { isFull }) : error;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw asUnavailable(error);
}
