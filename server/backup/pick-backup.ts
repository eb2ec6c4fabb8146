import { StartError } from '#database/start-error.ts';
import { openArchive } from './archive.ts';
import { type Backup, type BackupKind, backupsIn } from './names.ts';
import type { OpenStore } from './open-store.ts';

/** The one of that name, or the newest. */
export async function pickBackup(
  store: OpenStore,
  kind: BackupKind,
  { name, until }: { name?: string | undefined; until?: Date | undefined } = {},
): Promise<Backup> {
  const all = backupsIn(await store.list(), kind).filter(({ at }) => !until || at < until);
  const found = name ? all.find((backup) => backup.name === name) : all[0];
  if (found) return found;
  throw new StartError(
    name
      ? `There is no backup ${name} in ${store.place}.`
      : `There is no backup in ${store.place}.`,
  );
}

export async function openBackup(store: OpenStore, backup: Backup, key: string | undefined) {
  return openArchive(await store.read(backup.name), {
    isSealed: backup.isSealed,
    passphrase: key,
  });
}
