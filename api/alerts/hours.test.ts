import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';

const { database } = await openTestApi();

async function next(
  rhythm: string,
  weekday: number,
  hour: number,
  zone: string,
  after: string,
): Promise<string | undefined> {
  const { rows } = await database.asService.query<{ at: Date }>({
    text: 'select private.next_alert_at($1, $2, $3, $4, $5) as at',
    values: [rhythm, weekday, hour, zone, after],
  });
  return rows[0]?.at.toISOString().replace(':00.000Z', 'Z');
}

it.each([
  // Later today, otherwise tomorrow.
  ['daily', 1, 8, 'America/New_York', '2026-11-23T12:00:00Z', '2026-11-23T13:00Z'],
  ['daily', 1, 8, 'America/New_York', '2026-11-23T13:00:00Z', '2026-11-24T13:00Z'],
  ['daily', 1, 0, 'Asia/Tokyo', '2026-11-23T12:00:00Z', '2026-11-23T15:00Z'],
  ['daily', 1, 23, 'Pacific/Honolulu', '2026-11-23T12:00:00Z', '2026-11-24T09:00Z'],
  // Time zones with offsets that are not whole hours.
  ['daily', 1, 8, 'Asia/Kolkata', '2026-11-23T12:00:00Z', '2026-11-24T02:30Z'],
  ['daily', 1, 8, 'Asia/Kathmandu', '2026-11-23T12:00:00Z', '2026-11-24T02:15Z'],
  // It is already the next day there.
  ['daily', 1, 6, 'Pacific/Auckland', '2026-11-23T18:00:00Z', '2026-11-24T17:00Z'],
  ['weekly', 1, 8, 'America/New_York', '2026-11-23T12:00:00Z', '2026-11-23T13:00Z'],
  ['weekly', 1, 8, 'America/New_York', '2026-11-23T13:00:00Z', '2026-11-30T13:00Z'],
  ['weekly', 7, 8, 'America/New_York', '2026-11-23T13:00:00Z', '2026-11-29T13:00Z'],
  ['weekly', 1, 6, 'Pacific/Auckland', '2026-11-22T16:00:00Z', '2026-11-22T17:00Z'],
  // In the night that skips two o'clock, three counts; in the night that has one o'clock twice, either one does.
  ['daily', 1, 2, 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-08T07:00Z'],
  ['daily', 1, 2, 'America/New_York', '2026-03-08T07:00:00Z', '2026-03-09T06:00Z'],
  ['daily', 1, 1, 'America/New_York', '2026-11-01T04:30:00Z', '2026-11-01T06:00Z'],
  ['daily', 1, 1, 'America/New_York', '2026-11-01T06:00:00Z', '2026-11-02T06:00Z'],
  // The same local time on both sides of the change.
  ['daily', 1, 8, 'America/New_York', '2026-10-31T12:00:00Z', '2026-11-01T13:00Z'],
  ['weekly', 7, 8, 'Europe/London', '2026-03-22T08:00:00Z', '2026-03-29T07:00Z'],
])('%s on day %i at %i in %s, after %s, is %s', async (rhythm, weekday, hour, zone, after, at) => {
  expect(await next(rhythm, weekday, hour, zone, after)).toBe(at);
});

it('comes once a day all year, in every time zone offered', async () => {
  for (const zone of [
    'America/New_York',
    'America/Phoenix',
    'Europe/London',
    'Australia/Lord_Howe',
  ]) {
    for (const hour of [0, 1, 2, 3, 23]) {
      const { rows } = await database.asService.query<{ days: number; moments: number }>({
        text: `with recursive walk (at) as (
            select private.next_alert_at('daily', 1, $2, $1, '2026-01-01T00:00:00Z')
            union all
            select private.next_alert_at('daily', 1, $2, $1, at) from walk where at < '2027-01-01T00:00:00Z'
          )
          select count(distinct (at at time zone $1)::date)::int as days, count(*)::int as moments from walk`,
        values: [zone, hour],
      });
      expect({ zone, hour, ...rows[0] }).toMatchObject({ days: rows[0]?.moments });
      expect(rows[0]?.moments).toBeGreaterThanOrEqual(365);
    }
  }
});
