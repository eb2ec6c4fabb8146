import { rmSync, writeFileSync } from 'node:fs';
import { StartError } from '#database/start-error.ts';

/**
 * Makes a file that only its owner can read, and lets `fill` write it. If that fails, the file is removed: a part of what
 * it should hold would stay there, and the command could not be repeated.
 */
export async function intoNewFile(file: string, fill: () => Promise<void>) {
  try {
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartError(`${file} could not be made: ${(error as Error).message}`);
  }
  try {
    await fill();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}
