import { statfs } from 'node:fs/promises';

export type FreeSpace = () => Promise<
  { isWrong: boolean; facts: { freeMb: number; totalMb: number } } | undefined
>;

/** Less than a tenth is low, unless the disk is so large that a tenth lasts for long. */
const share = 0.1;
const plenty = 5_000_000_000;
/** The alarm ends only well above its threshold, so that it does not flap. */
const margin = 1.2;

/** Free space on the disk that holds this folder; nothing where the system does not say. */
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
