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

/** Names that the database of before has beside the one in use: of an upgrade, and of a restore to a moment. */
const before = /^postgres\.(\d+|before-\d+)$/;

/**
 * Puts another database in the place of the one of a data folder, which stays under the name `kept`. Two renames are
 * two moments: a note says that the second is to come, and `endSwap` puts the one before back where it never came. The
 * caller holds the data folder's lock.
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

/** After a swap that was cut off the database of before is in its place again. */
export function endSwap(dataDir: string) {
  const note = noteIn(dataDir);
  if (!existsSync(note)) return;
  const kept = join(dataDir, readFileSync(note, 'utf8'));
  if (!isThere(placeIn(dataDir)) && isThere(kept)) renameSync(kept, placeIn(dataDir));
  rmSync(note);
}

/** The same by somebody who only wants to know what is there. */
export function endSwapAlone(dataDir: string) {
  if (existsSync(noteIn(dataDir))) holdingFolder(dataDir, () => endSwap(dataDir));
}

/** A new database is not made beside one that somebody may be looking for. */
export function refuseBesideAnother(dataDir: string) {
  const found = readdirSync(dataDir).find((name) => before.test(name));
  if (!found) return;
  throw new StartError(
    `There is no database in ${placeIn(dataDir)}, and one of before in ${join(dataDir, found)}. Rename that one to "postgres", or move it to another folder if you want a new site.`,
  );
}

/** Where another database is made, below the data folder, before it comes in the place of the one that is there. */
export const drafts = { upgrade: 'upgrade', moment: 'restoring' } as const;

/** Begins the name of a folder with programs of before, which whoever fetches them takes away again. */
export const fetchedPrograms = 'postgresql-';
const longestFetch = 3_600_000;

/** Of whoever was killed: the caller holds the data folder's lock, so nobody is at work on them. */
export async function discardDrafts(dataDir: string) {
  for (const name of Object.values(drafts)) {
    const draft = join(dataDir, name);
    if (existsSync(draft)) await discardDraft(draft);
  }
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(fetchedPrograms)) continue;
    const programs = join(dataDir, name);
    // Those of the caller came a moment ago.
    const brought = lstatSync(programs, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - brought > longestFetch) rmSync(programs, { recursive: true, force: true });
  }
}

/** Takes a database away that was never put in its place, with the engine that may still run on it. */
export async function discardDraft(draft: string) {
  const place = placeIn(resolve(draft));
  const folder = linkedFrom(place) ?? place;
  await clearRemains(join(folder, 'cluster'));
  rmSync(folder, { recursive: true, force: true });
  rmSync(draft, { recursive: true, force: true });
}

const placeIn = (dataDir: string) => join(dataDir, 'postgres');
const noteIn = (dataDir: string) => join(dataDir, 'postgres.swap');

/** A link that leads nowhere is there, too: its disk may not be mounted. */
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

/** Before the rename that it tells of, also where the power goes. */
function writeOut(path: string, text: string) {
  writeFileSync(path, text, { mode: 0o600, flush: true });
  const folder = openSync(join(path, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
