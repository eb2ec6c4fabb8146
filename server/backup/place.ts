import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';

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
