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

it('files that are elsewhere after a setting was changed raise an alarm, until they are there', async () => {
  await lookForFiles({ database, files });
  expect(await openAlarms()).toEqual([]);
  const { storage } = actors.staff.client;
  await storage.createBucket('moved');
  for (const name of ['one', 'two', 'three']) {
    const { error } = await storage.from('moved').upload(name, new Blob([name]));
    expect(error).toBeNull();
  }
  // An empty file has no first byte: S3 answers 416, which looks as if it were down.
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

  // A folder of another user, or a disk that became read-only: files can be read but not saved.
  const closed = { ...files, tryPutting: away.get };
  await lookForFiles({ database, files: closed });
  expect(await openAlarms()).toEqual([{}]);
  await lookForFiles({ database, files });
  expect(await openAlarms()).toEqual([]);

  // A short outage does not count.
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

  // If a key may not list, S3 refuses access to missing files: one lost file does not mean that the store is down.
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
