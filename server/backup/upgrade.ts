import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '#database/embedded/embedded.ts';
import { holdingFolder } from '#database/embedded/lock.ts';
import { installedPrograms, type Programs } from '#database/embedded/place.ts';
import { discardDraft, drafts, endSwap, swapDatabase } from '#database/embedded/swap.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';
import { openArchive, packArchive } from './archive.ts';
import { fillFrom } from './fill-from.ts';
import { writeContents } from './make-backup.ts';

export function majorOf(dataDir: string): number | undefined {
  const path = join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : undefined;
}

export const broughtMajor = () => Number.parseInt(installedPrograms().version, 10);

/**
 * Copies the database of an earlier PostgreSQL into a new one, row by row, and swaps it in once
 * both have the same checksums. The old one is kept beside it: it is the way back.
 */
export async function upgrade(
  config: Config,
  programs: Programs,
  say: (step: string) => void,
): Promise<{ rows: number; kept: string }> {
  const { dataDir } = config;
  const from = majorOf(dataDir);
  const kept = join(dataDir, `postgres.${from}`);
  if (existsSync(kept)) {
    throw new StartError(`${kept} already exists, from an earlier time. Move it away first.`);
  }
  const draft = join(dataDir, drafts.upgrade);
  const old = await startEmbedded(dataDir, say, { programs });
  try {
    const rows = await copyInto(draft, config, old, say).finally(old.stop);
    holdingFolder(dataDir, () => swapDatabase(dataDir, join(draft, 'postgres'), kept));
    return { rows, kept };
  } finally {
    // Also after a failure: the draft takes up room that the database needs.
    await discardDraft(draft);
  }
}

async function copyInto(
  draft: string,
  config: Config,
  old: Embedded,
  say: (step: string) => void,
): Promise<number> {
  let rows = 0;
  mkdirSync(draft, { mode: 0o755 });
  const fresh = await startEmbedded(draft, say, { settings: { fsync: 'off' } });
  try {
    say('Copying');
    const source = { config, admin: old.admin, hasFiles: false, files: noFiles };
    const archive = packArchive(async (add) => {
      await writeContents(source, new Date(), add);
    }, undefined);
    const entries = openArchive(archive, { isSealed: false, passphrase: undefined });
    const { tables } = await fillFrom(entries, fresh.admin);
    rows = Object.values(tables).reduce((all, { count }) => all + count, 0);
  } finally {
    await fresh.stop();
  }
  // Once more with fsync on, so that every page is on the disk.
  await (await startEmbedded(draft, () => {})).stop();
  return rows;
}

/** Puts the previous database back: what was written since is only in the other one. */
export function goBack(dataDir: string): { from: number; to: number } {
  return holdingFolder(dataDir, () => {
    endSwap(dataDir);
    const now = majorOf(dataDir);
    const before = readdirSync(dataDir)
      .flatMap((name) => name.match(/^postgres\.(\d+)$/)?.[1] ?? [])
      .map(Number)
      .filter((major) => major !== now)
      .sort((one, other) => other - one);
    const [to] = before;
    if (now === undefined || to === undefined) {
      throw new StartError(`There is no earlier database in ${dataDir}.`);
    }
    swapDatabase(dataDir, join(dataDir, `postgres.${to}`), join(dataDir, `postgres.${now}`));
    return { from: now, to };
  });
}

/** They stay where they are. */
const noFiles = {
  put: async () => {},
  get: async () => undefined,
  copy: async () => false,
  remove: async () => {},
};
