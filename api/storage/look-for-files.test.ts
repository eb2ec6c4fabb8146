import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { FilesUnavailable } from './files.ts';
import { lookForFiles } from './look-for-files.ts';

const { actors, asAdmin, database, storage: place } = await openTestApi();
const { files } = place;

async function openAlarms() {
  let found: unknown[] = [];
  await asAdmin(async (client) => {
    const { rows } = await client.query(
      `select facts from staff.alarms where kind = 'files' and over_at is null order by id`,
    );
    found = rows.map(({ facts }) => facts);
  });
  return found;
}

it('files that lie elsewhere since a setting was changed are an alarm, until they are there', async () => {
  await lookForFiles({ database, files });
  expect(await openAlarms()).toEqual([]);
  const { storage } = actors.staff.client;
  await storage.createBucket('moved');
  for (const name of ['one', 'two', 'three']) {
    const { error } = await storage.from('moved').upload(name, new Blob([name]));
    expect(error).toBeNull();
  }
  // Of nothing a store gives no first byte: S3 answers 416, as if it were away.
  await storage.from('moved').upload('empty', new Blob([]));
  await lookForFiles({ database, files });
  expect(await openAlarms()).toEqual([]);

  const elsewhere = { ...files, get: async () => undefined };
  await lookForFiles({ database, files: elsewhere });
  expect(await openAlarms()).toEqual([{ missing: 3, of: 3 }]);
  const away = {
    ...files,
    get: async () => {
      throw new FilesUnavailable(new Error('away'));
    },
  };
  await lookForFiles({ database, files: away }, { patience: 0 });
  expect(await openAlarms()).toEqual([{ missing: 3, of: 3 }, {}]);
  await lookForFiles({ database, files });
  expect(await openAlarms()).toEqual([]);

  // Another user's folder, or a disk that is read-only since it broke: what is there can be read, and nothing be saved.
  const closed = { ...files, tryPutting: away.get };
  await lookForFiles({ database, files: closed });
  expect(await openAlarms()).toEqual([{}]);
  await lookForFiles({ database, files });
  expect(await openAlarms()).toEqual([]);

  // A moment without the store is none.
  let asked = 0;
  const back = {
    ...files,
    get: (key: string) => {
      asked += 1;
      return asked <= 3 ? away.get() : files.get(key);
    },
  };
  await lookForFiles({ database, files: back }, { patience: 0 });
  expect(await openAlarms()).toEqual([]);

  // S3 refuses what is not there to a key that may not list: one lost file is no store that is away.
  let lost: string | undefined;
  const strict = {
    ...files,
    get: (key: string) => {
      lost ??= key;
      return key === lost ? away.get() : files.get(key);
    },
  };
  await lookForFiles({ database, files: strict }, { patience: 0 });
  expect(await openAlarms()).toEqual([]);
});
