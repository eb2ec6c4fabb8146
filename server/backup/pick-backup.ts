import { StartError } from '#database/start-error.ts';
import { openArchive } from './archive.ts';
import { type Backup, type BackupKind, backupsIn, isAhead } from './names.ts';
import type { OpenStore } from './open-store.ts';

/** The backup of that name, or the newest. */
export async function pickBackup(
  store: OpenStore,
  kind: BackupKind,
  { name, until }: { name?: string | undefined; until?: Date | undefined } = {},
): Promise<Backup> {
  const all = backupsIn(await store.list(), kind);
  const early = all.filter(({ at }) => !until || at < until);
  const found = name ? all.find((backup) => backup.name === name) : early[0];
  if (found && !name && isAhead(found, new Date())) throw new StartError(inDoubt(found));
  if (found) return found;
  if (name) throw new StartError(`There is no backup ${name} in ${store.place}.`);
  if (kind === 'site') throw new StartError(`There is no backup in ${store.place}.`);
  const oldest = all.at(-1);
  throw new StartError(
    oldest
      ? `The oldest base in ${store.place} is of ${oldest.at.toISOString()}: no earlier moment can be restored. npm run backup -- --list shows the nightly backups.`
      : `There is no base in ${store.place}: make one with npm run backup -- --base (docs/backup.md).`,
  );
}

/**
 * It may be the newest, if this clock is behind, or an old one. A wrong guess would lose what came
 * in between.
 */
function inDoubt({ name, kind }: Backup): string {
  const other = kind === 'site' ? 'name the backup that you mean' : 'say a time with --until';
  return `${name} is dated in the future: the clock of this machine is behind, or that of the machine that made it was ahead. Set the clock right, or ${other} (npm run backup -- --list).`;
}

export async function openBackup(store: OpenStore, backup: Backup, key: string | undefined) {
  return openArchive(await store.read(backup.name), {
    isSealed: backup.isSealed,
    passphrase: key,
  });
}
