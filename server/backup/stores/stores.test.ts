import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { startS3 } from '#test/support/s3-stand-in.ts';
import { openStore } from '../open-store.ts';
import { alone } from './folder.ts';

const s3 = await startS3();
const parent = mkdtempSync(join(tmpdir(), 'backups-'));
afterAll(() => {
  s3.stop();
  rmSync(parent, { recursive: true });
});
const folder = join(parent, 'deep', 'folder');
const settings = {
  BACKUP_KEY: 'a long enough passphrase',
  BACKUP_S3_ENDPOINT: s3.url,
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2',
};
const open = (place: string) => openStore(readConfig({ ...settings, BACKUP_TO: place }).backup);

async function* broken() {
  yield randomBytes(20_000_000);
  throw new Error('cut off');
}

describe.each([
  ['a folder', () => open(folder)],
  ['a bucket', () => open('s3://safe/of/site')],
])('%s', (_, opened) => {
  const store = opened();
  const read = async (name: string) => {
    const parts: Buffer[] = [];
    for await (const part of await store.read(name)) parts.push(part);
    return Buffer.concat(parts);
  };

  it('returns what was put there, of any size', async () => {
    for (const size of [0, 10, 20_000_000]) {
      const content = randomBytes(size);
      expect(await store.write(`of-${size}`, Readable.from([content]))).toBe(size);
      expect((await read(`of-${size}`)).equals(content)).toBe(true);
    }
    await store.write('erased/one', Readable.from([Buffer.from('\n')]));
    const names = (await store.list()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['of-0', 'of-10', 'of-20000000']);
    expect(await store.list('erased')).toEqual([{ name: 'one', size: 1 }]);
    await store.remove('of-10');
    expect((await store.list()).map(({ name }) => name)).not.toContain('of-10');
  });

  it('has nothing of an interrupted write, and keeps what was there before', async () => {
    await store.write('kept', Readable.from([Buffer.from('whole')]));
    await expect(store.write('kept', Readable.from(broken()))).rejects.toThrow('cut off');
    await expect(store.write('other', Readable.from(broken()))).rejects.toThrow('cut off');
    expect((await read('kept')).toString()).toBe('whole');
    expect((await store.list()).map(({ name }) => name)).not.toContain('other');
    expect(s3.uploads.size).toBe(0);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('accepts no name that leads elsewhere, and says what is missing', async () => {
    for (const name of ['../x', '/etc/passwd', 'a/b/c', '.hidden', 'a\0', '', 'erased/../x']) {
      await expect(store.write(name, Readable.from(['x']))).rejects.toThrow('no name');
    }
    await expect(store.read('nothing')).rejects.toThrow('There is no nothing in');
  });
});

describe('a folder', () => {
  it('overwrites what a killed process with the same pid left, as in containers', async () => {
    const store = open(folder);
    await store.write('erased/two', Readable.from(['']));
    writeFileSync(join(folder, 'erased', `.${process.pid}.two.part`), 'half');
    await store.write('erased/two', Readable.from([Buffer.from('\n')]));
    expect(await store.list('erased')).toContainEqual({ name: 'two', size: 1 });
    expect(readdirSync(join(folder, 'erased')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('can be read only by its owner', () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'kept')).mode & 0o777).toBe(0o600);
  });

  it('removes what a killed backup left, and accepts one backup at a time', async () => {
    writeFileSync(join(folder, '.4711.site.tar.zst.part'), 'half');
    await alone(folder, async () => {
      await expect(alone(folder, async () => {})).rejects.toThrow('Another backup');
      await open(folder).clear();
    });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    await alone(folder, async () => {});
  });
});

describe('a bucket', () => {
  it('gets signed requests, and loses uploads from days ago', async () => {
    expect(s3.wasSigned()).toBe(true);
    const old = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const upload = (key: string, initiated: string) => ({ key, parts: new Map(), initiated });
    s3.uploads.set('old', upload('of/site/x', old));
    s3.uploads.set('young', upload('of/site/y', new Date().toISOString()));
    s3.uploads.set('foreign', upload('of/others', old));
    await open('s3://safe/of/site').clear();
    expect([...s3.uploads.keys()]).toEqual(['young', 'foreign']);
  });

  it('accepts nothing unencrypted', () => {
    const place = 's3://safe/of/site';
    const withoutKey = readConfig({ ...settings, BACKUP_KEY: '' }).backup;
    expect(() => openStore(withoutKey, place)).toThrow('always encrypted: set BACKUP_KEY');
    const withoutStore = readConfig({ BACKUP_KEY: settings.BACKUP_KEY }).backup;
    expect(() => openStore(withoutStore, place)).toThrow('need BACKUP_S3_ENDPOINT');
  });
});
