import type { Activity } from './own-jobs.ts';

export const daysShown = 30;

/** The days up to today, oldest first, including those without activity. */
export function recentDays(activity: Activity[], now: Date): Activity[] {
  const known = new Map(activity.map((each) => [each.day, each]));
  return Array.from({ length: daysShown }, (_, index) => {
    const at = new Date(now.getTime() - (daysShown - 1 - index) * 86_400_000);
    // Days are in UTC.
    const day = at.toISOString().slice(0, 10);
    return known.get(day) ?? { day, views: 0, apply_clicks: 0 };
  });
}

export function sumOf(activity: Activity[], what: 'views' | 'apply_clicks'): number {
  return activity.reduce((sum, each) => sum + each[what], 0);
}
