import { randomBytes } from 'node:crypto';
import { plainEnd, sealedEnd } from './archive.ts';
import type { Kept } from './stores/store.ts';

export type BackupKind = 'site' | 'base';
export type Backup = Kept & { kind: BackupKind; at: Date; isSealed: boolean };

const shape =
  /^(site|base)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}\.tar\.zst(\.sealed)?$/;

/** They sort by time. */
export function newName(kind: BackupKind, at: Date, isSealed: boolean): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${kind}-${time}-${randomBytes(3).toString('hex')}${isSealed ? sealedEnd : plainEnd}`;
}

export function readName({ name, size }: Kept): Backup | undefined {
  const [, kind, year, month, day, hour, minute, second, sealed] = name.match(shape) ?? [];
  if (!kind) return undefined;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { name, size, kind: kind as BackupKind, at, isSealed: sealed !== undefined };
}

/** Newest first; whatever else lies there is not ours. */
export function backupsIn(kept: Kept[], kind: BackupKind): Backup[] {
  return kept
    .flatMap((each) => readName(each) ?? [])
    .filter((backup) => backup.kind === kind)
    .sort((one, other) => other.name.localeCompare(one.name));
}

/** In milliseconds: how far the clocks of several machines may differ. */
const apart = 3_600_000;

/**
 * Dated in the future: the clock was ahead when it was made, so it is older than it claims
 * (decision 115).
 */
export function isAhead({ at }: Backup, now: Date): boolean {
  return at.getTime() - now.getTime() > apart;
}
