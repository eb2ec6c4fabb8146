/** How many hours after UTC a day ends where it ends last on earth (UTC−12). */
export const hoursAfterDay = 12;

/** The moment at which a day has ended everywhere. */
export function dayEnd(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + (24 + hoursAfterDay) * 3_600_000;
}
