import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sharesDisk, whyClosed } from './place.ts';

const folder = mkdtempSync(join(tmpdir(), 'place-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a folder of backups is open if it, or the folder in which it will be created, is writable', async () => {
  expect(await whyClosed(undefined)).toBeUndefined();
  expect(await whyClosed('s3://safe/site')).toBeUndefined();
  expect(await whyClosed(folder)).toBeUndefined();
  expect(await whyClosed(join(folder, 'not', 'yet', 'there'))).toBeUndefined();
  writeFileSync(join(folder, 'file'), '');
  expect(await whyClosed(join(folder, 'file', 'backups'))).toMatch(/^ENOTDIR/);
});

it("a place on the data's disk is told apart from another disk and from a bucket", async () => {
  expect(await sharesDisk(join(folder, 'not', 'yet', 'there'), folder)).toBe(true);
  expect(await sharesDisk('/dev/shm/backups', folder)).toBe(false);
  expect(await sharesDisk('s3://safe/site', folder)).toBe(false);
  expect(await sharesDisk(undefined, folder)).toBe(false);
});
