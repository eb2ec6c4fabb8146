import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { keepAllErasures, readErasures } from './erasures.ts';
import { createFolderStore } from './stores/folder.ts';

const { admin, asAdmin, database } = await openTestApi();
const erase = (subject: string) =>
  asAdmin((client) =>
    client.query('insert into private.erasures (subject) values ($1)', [subject]),
  );
const subjectOf = (digit: string) => `account-${digit.repeat(64)}`;

it('what is erased while a backup records erasures is still left to be recorded', async () => {
  const place = mkdtempSync(join(tmpdir(), 'erasures-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const store = createFolderStore(place);
  const [before, meanwhile] = [subjectOf('a'), subjectOf('b')];
  await erase(before);
  await keepAllErasures(admin, {
    ...store,
    async write(name, content) {
      await erase(meanwhile);
      return store.write(name, content);
    },
  });
  expect(await readErasures(store)).toEqual([before]);
  const { rows } = await database.asService.query<{ subject: string }>({
    text: 'select subject from private.erasures where kept_at is null',
  });
  expect(rows).toEqual([{ subject: meanwhile }]);
});
