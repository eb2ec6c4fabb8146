import { statfs } from 'node:fs/promises';

export type FreeSpace = () => Promise<
  { isWrong: boolean; facts: { freeMb: number; totalMb: number } } | undefined
>;

/** Less than a tenth is little, but not on a disk where a tenth lasts for long. */
const share = 0.1;
const plenty = 5_000_000_000;
/** With so much more it is over, so that an alarm does not come and go around one number. */
const margin = 1.2;

/** Of the disk that has this folder; nothing where the system does not tell. */
export function watchSpaceOf(folder: string): FreeSpace {
  let isWrong = false;
  return async () => {
    try {
      const { bavail, blocks, bsize } = await statfs(folder);
      const free = bavail * bsize;
      const total = blocks * bsize;
      const enough = Math.min(share * total, plenty);
      isWrong = free < enough * (isWrong ? margin : 1);
      return { isWrong, facts: { freeMb: free / 1e6, totalMb: total / 1e6 } };
    } catch {
      return undefined;
    }
  };
}
