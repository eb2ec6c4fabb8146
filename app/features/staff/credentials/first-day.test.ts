import { expect, test } from 'vitest';
import { firstDay } from './first-day.ts';

test.each([
  ['America/New_York', '2026-11-27T01:00:00Z', '2026-11-26'],
  ['America/New_York', '2026-11-27T06:00:00Z', '2026-11-27'],
  ['America/Los_Angeles', '2027-01-01T07:30:00Z', '2026-12-31'],
  ['Asia/Tokyo', '2026-11-26T20:00:00Z', '2026-11-26'],
])('in %s at %s the default date of an award is %s', (zone, now, day) => {
  const before = process.env.TZ;
  process.env.TZ = zone;
  const said = firstDay(new Date(now));
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
  expect(said).toBe(day);
});
