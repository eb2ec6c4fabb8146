import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

const drawn = (page: number, pages: number) =>
  pageWindow(page, pages)
    .map((entry) => entry.page ?? '…')
    .join(' ');

test('few pages are all shown', () => {
  expect(drawn(2, 4)).toBe('1 2 3 4');
});

test('gaps stand on both sides of the current page', () => {
  expect(drawn(6, 12)).toBe('1 … 5 6 7 … 12');
});

test('a gap of a single page shows the page', () => {
  expect(drawn(4, 7)).toBe('1 2 3 4 5 6 7');
});
