import { expect, test } from 'vitest';
import { recentDays, sumOf } from './recent-days.ts';

const now = new Date('2026-03-01T00:30:00Z');

test('thirty days end today, including quiet ones', () => {
  const days = recentDays([{ day: '2026-02-28', views: 4, apply_clicks: 2 }], now);
  expect(days).toHaveLength(30);
  expect(days[0]?.day).toBe('2026-01-31');
  expect(days.at(-1)).toEqual({ day: '2026-03-01', views: 0, apply_clicks: 0 });
  expect(days.at(-2)).toEqual({ day: '2026-02-28', views: 4, apply_clicks: 2 });
});

test('older days count only in the totals', () => {
  const activity = [{ day: '2025-12-24', views: 9, apply_clicks: 1 }];
  expect(sumOf(recentDays(activity, now), 'views')).toBe(0);
  expect(sumOf(activity, 'views')).toBe(9);
});
