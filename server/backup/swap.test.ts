import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { preparePlace } from '#database/embedded/place.ts';
import { endSwap, swapDatabase } from '#database/embedded/swap.ts';
import { withClient } from '#database/open-client.ts';
import { goBack, majorOf } from './upgrade.ts';

const folder = mkdtempSync(join(tmpdir(), 'swap-'));
chmodSync(folder, 0o755); // As root, PostgreSQL runs under its own account, which must get in.
afterAll(() => rmSync(folder, { recursive: true }));

/** A data folder with databases of these versions, by their names. */
function dataDirWith(databases: Record<string, number>): string {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  for (const [name, major] of Object.entries(databases)) {
    mkdirSync(join(dataDir, name, 'cluster'), { recursive: true });
    writeFileSync(join(dataDir, name, 'cluster', 'PG_VERSION'), `${major}\n`);
  }
  return dataDir;
}

describe('a new database takes the place of the old one', () => {
  it('and the old one is kept beside it', () => {
    const dataDir = dataDirWith({ postgres: 17, draft: 18 });
    swapDatabase(dataDir, join(dataDir, 'draft'), join(dataDir, 'postgres.17'));
    expect(majorOf(dataDir)).toBe(18);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.17']);
  });

  it('and if that is cut off between the two renames, the old one is back', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    chmodSync(dataDir, 0o755);
    const ask = async (text: string) => {
      const engine = await startEmbedded(dataDir, () => {}, { settings: { fsync: 'off' } });
      try {
        return await withClient(engine.admin, async (client) => (await client.query(text)).rows);
      } finally {
        await engine.stop();
      }
    };
    await ask('create table kept ()');
    // What exists between the two renames, and what was copied.
    mkdirSync(join(dataDir, 'upgrade', 'postgres', 'cluster'), { recursive: true });
    const [left, fetched] = ['left', 'fetched'].map((name) =>
      join(dataDir, `postgresql-17-${name}`),
    );
    for (const programs of [left, fetched]) mkdirSync(String(programs));
    utimesSync(String(left), 0, 0);
    writeFileSync(join(dataDir, 'postgres.swap'), 'postgres.17');
    renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.17'));
    expect(await ask(`select to_regclass('kept') is not null as is_there`)).toEqual([
      { is_there: true },
    ]);
    for (const name of ['postgres.swap', 'upgrade'])
      expect(existsSync(join(dataDir, name))).toBe(false);
  });

  it('and if the second rename fails, the old one is back at once', () => {
    const dataDir = dataDirWith({ postgres: 17 });
    const swap = () =>
      swapDatabase(dataDir, join(dataDir, 'nothing'), join(dataDir, 'postgres.17'));
    expect(swap).toThrow('ENOENT');
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  it('and after the second rename nothing is undone', () => {
    const dataDir = dataDirWith({ postgres: 18, 'postgres.17': 17 });
    writeFileSync(join(dataDir, 'postgres.swap'), 'postgres.17');
    endSwap(dataDir);
    expect(majorOf(dataDir)).toBe(18);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.17']);
  });

  it('also on the way back, without overwriting anything that is kept', () => {
    const dataDir = dataDirWith({ postgres: 18, 'postgres.17': 17 });
    expect(goBack(dataDir)).toEqual({ from: 18, to: 17 });
    expect(goBack(dataDir)).toEqual({ from: 17, to: 18 });
    const again = dataDirWith({ postgres: 18, 'postgres.17': 17, 'postgres.18': 18 });
    expect(() => goBack(again)).toThrow(/postgres\.18 already exists/);
    expect(majorOf(again)).toBe(18);
  });
});

describe('no new database is created', () => {
  it.each(['postgres.17', 'postgres.before-1790000000000'])(
    'when there is none and %s lies beside',
    async (name) => {
      const dataDir = dataDirWith({ [name]: 17 });
      await expect(startEmbedded(dataDir, () => {})).rejects.toThrow(
        /There is no database in .*postgres, and one of before in .*Rename that one to "postgres"/,
      );
      expect(readdirSync(dataDir)).toEqual([name]);
    },
  );

  it('where a link leads to one that does not exist', () => {
    const dataDir = dataDirWith({});
    symlinkSync(join(folder, 'not-mounted'), join(dataDir, 'postgres'));
    for (const account of [undefined, { uid: 65534, gid: 65534 }]) {
      expect(() => preparePlace(dataDir, account)).toThrow(/its disk may not be mounted/);
    }
  });
});
