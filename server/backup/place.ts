import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';

/** Why the site cannot note in the folder of backups who was erased. Buckets say so when they are asked. */
export async function whyClosed(place: string | undefined): Promise<string | undefined> {
  if (!place?.startsWith('/')) return undefined;
  try {
    await access(place, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // It is made with the first note.
    return code === 'ENOENT' && place !== '/' ? whyClosed(dirname(place)) : message;
  }
}

/** Who loses the disk of the data loses these backups with it; so it is, too, where their own disk is not mounted. */
export async function sharesDisk(place: string | undefined, dataDir: string): Promise<boolean> {
  if (!place || place.startsWith('s3://')) return false;
  return (await deviceOf(resolve(place))) === (await deviceOf(resolve(dataDir)));
}

/** Of what is not there yet, that of the folder in which it will be made. */
async function deviceOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found || path === '/' ? found?.dev : deviceOf(dirname(path));
}

/**
 * Where a whole database, or programs, find room for a while: on the disk of the data. What passes lies in memory on many
 * servers, a tenth of it or 64 MB, and nothing there may be run.
 */
export function roomOf(dataDir: string): string {
  return existsSync(dataDir) ? dataDir : tmpdir();
}
