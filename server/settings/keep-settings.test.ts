import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { withWords } from '../words/scope.ts';
import { readConfig } from './config.ts';
import { keepName, keepSettings } from './keep-settings.ts';

const { asAdmin, database } = await openTestApi();

async function settings() {
  const found = new Map<string, string>();
  await asAdmin(async (client) => {
    const { rows } = await client.query('select name, value from private.settings');
    for (const { name, value } of rows) found.set(name, value);
  });
  return [found.get('site_name'), found.get('evidence_days')];
}

it('a process about to stop leaves the settings of its successor alone when it hears of another name', async () => {
  const before = readConfig({ EVIDENCE_DAYS: '30' });
  await keepSettings(database, before);
  const [name] = await settings();
  await keepSettings(database, readConfig({ EVIDENCE_DAYS: '60' }));
  await withWords({ brand: { name: 'Another Name' } }, () => keepName(database));
  expect(await settings()).toEqual(['Another Name', '60']);
  await keepSettings(database, before);
  expect(await settings()).toEqual([name, '30']);
});
