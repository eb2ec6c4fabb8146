import { StartError } from '#database/start-error.ts';
import type { BackupConfig } from '../settings/backup-config.ts';
import { createFolderStore } from './stores/folder.ts';
import { createS3Store } from './stores/s3.ts';
import type { BackupStore } from './stores/store.ts';

export type OpenStore = BackupStore & {
  /** Removes unfinished writes. */
  clear(): Promise<void>;
  isFolder: boolean;
};

/** Where the settings say, or another place that is named. */
export function openStore(config: BackupConfig, place = config.to): OpenStore {
  if (!place) {
    throw new StartError(
      'Set BACKUP_TO to the place of the backups: a folder on another disk, or s3://bucket/folder (docs/backup.md).',
    );
  }
  const [, bucket, folder = ''] = place.match(/^s3:\/\/([^/]+)\/?(.*)$/) ?? [];
  if (!bucket) return { ...createFolderStore(place), isFolder: true };
  if (!config.s3) {
    throw new StartError(
      `Backups in ${place} need BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.`,
    );
  }
  if (!config.key) {
    throw new StartError(
      `Backups in ${place} are always encrypted: set BACKUP_KEY to 20 characters or more, and keep a copy elsewhere.`,
    );
  }
  const prefix = folder.replace(/\/*$/, folder ? '/' : '');
  return { ...createS3Store({ ...config.s3, bucket }, prefix), isFolder: false };
}
