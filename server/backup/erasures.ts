import { Readable } from 'node:stream';
import type pg from 'pg';
import { withClient } from '#database/open-client.ts';
import type { BackupStore } from './stores/store.ts';

/** The folder of erasures beside the backups: one name each, which identifies nobody. */
const folder = 'erased';
const shape = /^(account|application|alert|credential|newsletter|profile|resume)-[0-9a-f]{64}$/;

/** Existing names stay as they are. */
export async function keepErasures(store: BackupStore, subjects: readonly string[]) {
  for (const subject of subjects) {
    await store.write(`${folder}/${subject}`, Readable.from([Buffer.from('\n')]));
  }
}

export async function readErasures(store: BackupStore): Promise<string[]> {
  const kept = await store.list(folder);
  return kept.map(({ name }) => name).filter((name) => shape.test(name));
}

/** Those that the running site could not record there, and all of them if the place is new. */
export async function keepAllErasures(admin: pg.ClientConfig, store: BackupStore) {
  const there = new Set((await store.list(folder)).map(({ name }) => name));
  await withClient(admin, async (client) => {
    const { rows } = await client.query<{ subject: string }>(
      'select subject from private.erasures',
    );
    const subjects = rows.map(({ subject }) => subject);
    await keepErasures(
      store,
      subjects.filter((subject) => !there.has(subject)),
    );
    // What was erased in the meantime is not there yet.
    await client.query(
      'update private.erasures set kept_at = now() where kept_at is null and subject = any ($1)',
      [subjects],
    );
  });
}
