import { expect, test } from 'vitest';
import { joinFirst, type ListedApplication, type Page } from './applications.ts';

const at = (minute: number) =>
  ({
    id: `a${minute}`,
    applied_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  }) as ListedApplication;
const page = (minutes: number[], hasMore: boolean): Page => ({ rows: minutes.map(at), hasMore });

test('a list of several pages stays open when its first page is read again', () => {
  const joined = joinFirst(page([9, 8, 7, 6, 5, 4], false), page([10, 9, 7], true));
  // The one that left the first page is gone, whatever was read of it before.
  expect(joined).toEqual(page([10, 9, 7, 6, 5, 4], false));
});

test('what is all there is, and what nothing was read below, is taken as it comes', () => {
  expect(joinFirst(page([9, 8, 7], true), page([9], false))).toEqual(page([9], false));
  expect(joinFirst(page([9], false), page([12, 11, 10], true))).toMatchObject({ hasMore: false });
  expect(joinFirst(page([], false), page([12, 11], true))).toEqual(page([12, 11], true));
});
