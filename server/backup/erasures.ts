import { Readable } from 'node:stream';
import type { BackupStore } from './stores/store.ts';

/** The folder of what was erased, beside the backups: a name each, which says nothing of anybody. */
const folder = 'erased';
const shape = /^(account|application|alert|credential|newsletter|resume)-[0-9a-f]{64}$/;

/** Names that are there already stay as they are. */
export async function keepErasures(store: BackupStore, subjects: readonly string[]) {
  for (const subject of subjects) {
    await store.write(`${folder}/${subject}`, Readable.from([Buffer.from('\n')]));
  }
}

export async function readErasures(store: BackupStore): Promise<string[]> {
  const kept = await store.list(folder);
  return kept.map(({ name }) => name).filter((name) => shape.test(name));
}
