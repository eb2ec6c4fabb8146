import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeChangesBefore } from './changes.ts';
import { needsBase } from './make-base.ts';
import { backupsIn, newName, readName } from './names.ts';
import { toRemove } from './rotation.ts';

const nights = Array.from({ length: 400 }, (_, night) => new Date(Date.UTC(2026, 0, 1 + night, 2)));
const backups = backupsIn(
  nights.map((at) => ({ name: newName('site', at, true), size: 1 })),
  'site',
);
const now = new Date(Date.UTC(2027, 1, 4, 12));

it('a year of nightly backups leaves the last days, weeks and months', () => {
  const gone = new Set(toRemove(backups, { days: 7, weeks: 4, months: 6 }, now));
  const kept = backups.filter((backup) => !gone.has(backup)).map(({ at }) => at.toISOString());
  expect(kept.map((at) => at.slice(0, 10))).toEqual([
    ...['2027-02-04', '2027-02-03', '2027-02-02', '2027-02-01', '2027-01-31', '2027-01-30'],
    ...['2027-01-29', '2027-01-24', '2027-01-17', '2026-12-31', '2026-11-30', '2026-10-31'],
    '2026-09-30',
  ]);
});

it('anything younger than a day stays, and so does the newest of all', () => {
  const hours = [1, 2, 3].map((hour) => new Date(now.getTime() - hour * 3_600_000));
  const young = hours.map((at) => ({ name: newName('site', at, false), size: 1 }));
  expect(toRemove(backupsIn(young, 'site'), { days: 1, weeks: 0, months: 0 }, now)).toEqual([]);
  const [newest, ...others] = backups;
  expect(toRemove(backups, { days: 0, weeks: 0, months: 0 }, new Date('2030-01-01'))).toEqual(
    others,
  );
  expect(newest?.at.toISOString()).toBe('2027-02-04T02:00:00.000Z');
});

it('a backup dated in the future stays, and does not take the place of another', () => {
  const ahead = { name: newName('site', new Date('2028-02-04T02:00:00Z'), true), size: 1 };
  const all = [...backupsIn([ahead], 'site'), ...backups];
  for (const keep of [
    { days: 7, weeks: 4, months: 6 },
    { days: 0, weeks: 0, months: 0 },
  ]) {
    expect(toRemove(all, keep, now)).toEqual(toRemove(backups, keep, now));
  }
  const bases = [ahead].map(({ name, size }) => ({ name: name.replace('site', 'base'), size }));
  expect(needsBase(bases, { now })).toBe(true);
});

it('only names of our own are backups', () => {
  for (const name of [
    'site.tar.zst',
    '../site-20260101T000000Z-abcdef.tar.zst',
    'erased',
    '.lock',
  ]) {
    expect(readName({ name, size: 1 })).toBeUndefined();
  }
});

it('only changes from before the oldest base are removed', () => {
  const others = mkdtempSync(join(tmpdir(), 'changes-'));
  const names = [
    '000000010000000000000001',
    '000000010000000000000002',
    '000000020000000000000003',
    '00000002.history',
  ];
  for (const name of names) writeFileSync(join(others, name), '');
  removeChangesBefore(others, ['000000020000000000000003', '000000010000000000000002']);
  expect(readdirSync(others)).toEqual([...names.slice(1)].toSorted());
  rmSync(others, { recursive: true });
});
