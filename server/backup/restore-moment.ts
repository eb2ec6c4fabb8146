import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Files } from '#api/storage/files.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { takeFolder } from '#database/embedded/lock.ts';
import {
  type Account,
  chooseAccount,
  prepareDataDir,
  preparePlace,
} from '#database/embedded/place.ts';
import {
  discardDraft,
  discardDrafts,
  drafts,
  endSwap,
  swapDatabase,
} from '#database/embedded/swap.ts';
import { migrate } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';
import type { Entry } from './archive.ts';
import { baseSchema, readEntryName } from './base-contents.ts';
import { keepingForStart, timelineAt } from './changes.ts';
import { keyFiles } from './contents.ts';
import { eraseAgain, letGo, type Restored, wantedFiles, writeKeys } from './restore.ts';
import { notWhole } from './seal.ts';

type Moment = {
  /** Everything that was archived, if no moment is given. */
  until: Date | undefined;
  erasures: readonly string[];
  replaces: boolean;
  say(step: string): void;
};

type Place = { draft: string; archive: string };

/**
 * Unpacks a base beside the data folder's database, lets the engine replay the changes up to a
 * moment, and swaps it in. The previous database is kept.
 */
export async function restoreMoment(
  config: Config,
  entries: AsyncGenerator<Entry>,
  { until, erasures, replaces, say }: Moment,
): Promise<Pick<Restored, 'erased' | 'setAside'> & { wanted: Set<string>; reached: Date | null }> {
  const { dataDir } = config;
  const archive = config.backup.databaseArchive;
  if (!archive || config.databaseUrl) {
    throw new StartError('Set DATABASE_ARCHIVE to the folder of changes of the embedded database.');
  }
  const draft = join(dataDir, drafts.moment);
  prepareDataDir(dataDir);
  // Locked from here on: a site that starts meanwhile would write into what is about to be set aside.
  const held = takeFolder(dataDir);
  try {
    endSwap(dataDir);
    const place = join(dataDir, 'postgres');
    if (existsSync(place) && !replaces) {
      throw new StartError(
        `There is a database in ${dataDir}. Add --replace: it is kept beside it.`,
      );
    }
    await discardDrafts(dataDir);
    mkdirSync(draft, { mode: 0o755 });
    const restored = await inDraft(config, entries, { draft, archive, until, erasures, say });
    // Before the database: a site that starts without keys creates new ones.
    const setAside = [...restored.keys].flatMap(([name, text]) =>
      writeKeys(join(dataDir, name), text),
    );
    swapDatabase(dataDir, join(draft, 'postgres'), `${place}.before-${Date.now()}`);
    return { ...restored, setAside };
  } finally {
    await discardDraft(draft);
    held.release();
  }
}

async function inDraft(
  { dataDir }: Config,
  entries: AsyncGenerator<Entry>,
  { draft, archive, until, erasures, say }: Omit<Moment, 'replaces'> & Place,
) {
  const account = chooseAccount(dataDir);
  say('Laying out the base');
  const keys = await layOut(entries, join(preparePlace(draft, account), 'cluster'), account);
  say(
    `Repeating the changes ${until ? `until ${until.toISOString()}` : 'as far as they were kept'}`,
  );
  const settings = {
    ...keepingForStart,
    // The engine's log gives the time of the last change in UTC, and inWords reads it.
    timezone: 'UTC',
    restore_command: `cp '${archive}/%f' '%p'`,
    recovery_target_action: 'promote',
    ...(until && {
      recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
      // “current” is that of the base.
      recovery_target_timeline: String(timelineAt(archive, until) ?? 'current'),
    }),
  };
  const { engine, reached } = await repeatChanges(draft, settings).catch((error) => {
    throw inWords(draft, archive) ?? error;
  });
  try {
    await migrate(engine.admin, say);
    return await withClient(engine.admin, async (client) => {
      const erased = await eraseAgain(client, erasures);
      await letGo(client, false);
      return { keys, reached, erased, wanted: await wantedFiles(client) };
    });
  } finally {
    await engine.stop();
  }
}

/** Until the engine has replayed what was asked for and accepts writes again. */
async function repeatChanges(draft: string, settings: Record<string, string>) {
  const engine = await startEmbedded(draft, () => {}, { settings });
  try {
    const reached = await withClient(engine.admin, async (client) => {
      for (;;) {
        const { rows } = await client.query<{ busy: boolean; at: Date | null }>(
          'select pg_is_in_recovery() as busy, pg_last_xact_replay_timestamp() as at',
        );
        if (!rows[0]?.busy) return rows[0]?.at ?? null;
        await delay(100);
      }
    });
    return { engine, reached };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** Why the engine stopped while replaying changes, which only its log says. */
function inWords(draft: string, archive: string): StartError | undefined {
  const log = join(draft, 'postgres.log');
  const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
  if (said.includes('could not locate required checkpoint record')) {
    return new StartError(
      `The changes since this base are not in ${archive}. Set DATABASE_ARCHIVE to the folder that has them, or take a nightly backup: npm run restore.`,
    );
  }
  if (said.includes("is not a child of this server's history")) {
    return new StartError(
      'The newest base is of what an earlier restore to a moment left behind. Move it out of the place of the backups, so that an older one is taken. Nothing was replaced.',
    );
  }
  if (said.includes('requested recovery stop point is before consistent recovery point')) {
    return new StartError(
      'The base was still being made at that moment. Say a later one, or move this base out of the place of the backups, so that an older one is taken. Nothing was replaced.',
    );
  }
  // The moment is later than the last archived change.
  if (!said.includes('recovery ended before configured recovery target')) return undefined;
  const last = [...said.matchAll(/last completed transaction was at log time (\S+ [\d:]+)/g)].at(
    -1,
  );
  return new StartError(
    `${last ? `The last change that was kept is of ${last[1]} UTC` : 'No change was kept since the base'}: there is nothing of the moment that you named. Say an earlier one, or --until latest. Nothing was replaced.`,
  );
}

async function layOut(entries: AsyncGenerator<Entry>, cluster: string, account: Account) {
  const own = (path: string) => account && chownSync(path, account.uid, account.gid);
  const folder = (path: string) => {
    mkdirSync(path, { mode: 0o700 });
    own(path);
  };
  const keys = new Map<string, Buffer>();
  let isWhole = false;
  let isBegun = false;
  for await (const { name, content } of entries) {
    if (!isBegun) {
      if (name !== 'base.json') throw notWhole('is no base');
      const { folders } = baseSchema.parse(JSON.parse(content.toString()));
      folder(cluster);
      for (const each of folders.toSorted()) folder(join(cluster, each));
      isBegun = true;
      continue;
    }
    const known = keyFiles.find((each) => name === `keys/${each}`);
    const entry = readEntryName(name);
    if (known) keys.set(known, content);
    else if (name === 'end.json') isWhole = true;
    else if (!entry) throw notWhole('has a file under a name that no cluster has');
    else {
      const path = join(cluster, entry.path);
      writeFileSync(path, content, { flag: entry.part === 0 ? 'wx' : 'a', mode: 0o600 });
      own(path);
    }
  }
  if (!isWhole) throw notWhole('ends before its end');
  const signal = join(cluster, 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  own(signal);
  return keys;
}

/** Files are in the nightly backup: those that the restored rows name and the store lacks. */
export async function bringFiles(
  entries: AsyncGenerator<Entry>,
  files: Files,
  wanted: ReadonlySet<string>,
): Promise<number> {
  let brought = 0;
  for await (const { name, content } of entries) {
    const key = name.slice('files/'.length);
    if (!name.startsWith('files/') || !wanted.has(key)) continue;
    const there = await files.get(key);
    await there?.cancel();
    if (there) continue;
    await files.put(key, new Uint8Array(content), 'application/octet-stream');
    brought += 1;
  }
  return brought;
}
