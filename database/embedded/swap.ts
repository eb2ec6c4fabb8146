import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import { holdingFolder } from './lock.ts';
import { clearRemains } from './remains.ts';

/**
 * Names of previous databases beside the current one: after an upgrade, and after a restore to a
 * moment.
 */
const before = /^postgres\.(\d+|before-\d+)$/;

/**
 * Replaces a data folder's database by another one and keeps the old one under the name `kept`.
 * That takes two renames: a note says that the second is still to come, and `endSwap` undoes the
 * first if it never did. The caller holds the data folder's lock.
 */
export function swapDatabase(dataDir: string, other: string, kept: string) {
  const place = placeIn(dataDir);
  if (isThere(kept)) {
    throw new StartError(`${kept} already exists, from an earlier time. Move it away first.`);
  }
  if (isThere(place)) {
    writeOut(noteIn(dataDir), basename(kept));
    renameSync(place, kept);
  }
  try {
    renameSync(other, place);
  } finally {
    endSwap(dataDir);
  }
}

/** After an interrupted swap, puts the previous database back in its place. */
export function endSwap(dataDir: string) {
  const note = noteIn(dataDir);
  if (!existsSync(note)) return;
  const kept = join(dataDir, readFileSync(note, 'utf8'));
  if (!isThere(placeIn(dataDir)) && isThere(kept)) renameSync(kept, placeIn(dataDir));
  rmSync(note);
}

/** The same for callers that only want to know what is there. */
export function endSwapAlone(dataDir: string) {
  if (existsSync(noteIn(dataDir))) holdingFolder(dataDir, () => endSwap(dataDir));
}

/** No new database is created beside one that somebody may be looking for. */
export function refuseBesideAnother(dataDir: string) {
  const found = readdirSync(dataDir).find((name) => before.test(name));
  if (!found) return;
  throw new StartError(
    `There is no database in ${placeIn(dataDir)}, and one of before in ${join(dataDir, found)}. Rename that one to "postgres", or move it to another folder if you want a new site.`,
  );
}

/** Where another database is built, inside the data folder, before it replaces the current one. */
export const drafts = { upgrade: 'upgrade', moment: 'restoring' } as const;

/** The prefix of folders with fetched older programs, which whoever fetched them removes again. */
export const fetchedPrograms = 'postgresql-';
const longestFetch = 3_600_000;

/**
 * Left by killed commands: the caller holds the data folder's lock, so nobody is working on them.
 */
export async function discardDrafts(dataDir: string) {
  for (const name of Object.values(drafts)) {
    const draft = join(dataDir, name);
    if (existsSync(draft)) await discardDraft(draft);
  }
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(fetchedPrograms)) continue;
    const programs = join(dataDir, name);
    // The caller's own programs arrived a moment ago.
    const brought = lstatSync(programs, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - brought > longestFetch) rmSync(programs, { recursive: true, force: true });
  }
}

/**
 * Removes a database that never replaced the current one, and stops the engine that may still run
 * on it.
 */
export async function discardDraft(draft: string) {
  const place = placeIn(resolve(draft));
  const folder = linkedFrom(place) ?? place;
  await clearRemains(join(folder, 'cluster'));
  rmSync(folder, { recursive: true, force: true });
  rmSync(draft, { recursive: true, force: true });
}

const placeIn = (dataDir: string) => join(dataDir, 'postgres');
const noteIn = (dataDir: string) => join(dataDir, 'postgres.swap');

/** A dangling link counts too: its target's disk may not be mounted. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function linkedFrom(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** On the disk before the rename that it announces, even if the power fails. */
function writeOut(path: string, text: string) {
  writeFileSync(path, text, { mode: 0o600, flush: true });
  const folder = openSync(join(path, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
