import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { keysInUse, loadKeys, makeSigningKey } from './keys.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'site-keys-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (given: Record<string, string> = {}, folder = dataDir) =>
  loadKeys(readConfig({ DATA_DIR: folder, ...given }));
const withKeys = (keys: object) => load({ CREDENTIAL_KEYS: JSON.stringify(keys) });

describe('the keys that sign access tokens', () => {
  it('are refused if they cannot sign, or if two share a name', async () => {
    const key = await makeSigningKey();
    const { d, ...open } = key;
    const nonsense = { ...key, d: 'bm8ga2V5', x: 'bm8ga2V5', y: 'bm8ga2V5' };
    for (const keys of [[], [open], [key, key], [nonsense], [key, { ...nonsense, kid: 'other' }]]) {
      await expect(load({ JWT_KEYS: JSON.stringify(keys) })).rejects.toThrow(
        'The setting JWT_KEYS is wrong',
      );
    }
  });
});

it('are not created for readers that only want to see them', async () => {
  const folder = mkdtempSync(join(dataDir, 'seen-'));
  const config = readConfig({ DATA_DIR: folder });
  await expect(keysInUse(config)).rejects.toThrow(`There is no keys.json in ${folder}`);
  const made = await load({}, folder);
  expect(await keysInUse(config)).toEqual(made);
});

describe('the keys that sign credentials', () => {
  it('are created once, differ from those of access tokens, and can be read only by their owner', async () => {
    const [first, second] = [await load(), await load()];
    expect(second.credentialKeys).toEqual(first.credentialKeys);
    expect(first.credentialKeys[0]?.kid).not.toBe(first.jwtKeys[0]?.kid);
    const file = join(dataDir, 'credential-keys.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(first.credentialKeys);
  });

  it('may be configured, and an old one needs no private part', async () => {
    const { d, ...old } = await makeSigningKey();
    const { credentialKeys } = await withKeys([await makeSigningKey(), old]);
    expect(credentialKeys.map((key) => 'd' in key)).toEqual([true, false]);
  });

  it('are refused if they cannot sign, or if two share a name', async () => {
    const key = await makeSigningKey();
    const { d, ...old } = key;
    for (const keys of [[], [old], [key, key], [{ ...key, crv: 'P-384' }], { keys: [key] }]) {
      await expect(withKeys(keys)).rejects.toThrow('The setting CREDENTIAL_KEYS is wrong');
    }
    await expect(load({ CREDENTIAL_KEYS: 'secret words' })).rejects.not.toThrow('secret words');
  });

  it('that cannot be read are not replaced: everything signed with them would silently become invalid', async () => {
    const folder = mkdtempSync(join(dataDir, 'broken-'));
    await load({}, folder);
    writeFileSync(join(folder, 'credential-keys.json'), '[');
    await expect(load({}, folder)).rejects.toThrow('no badge that was taken away');
  });
});
