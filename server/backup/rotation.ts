import { type Backup, isAhead } from './names.ts';

export type Keep = { days: number; weeks: number; months: number };

/**
 * The backups that nothing keeps: older than a day, and not the newest of one of the last days,
 * weeks or months that have one. Days without a backup do not count, so a pause removes nothing;
 * nor do backups dated in the future.
 */
export function toRemove(backups: readonly Backup[], keep: Keep, now = new Date()): Backup[] {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const believed = newestFirst.filter((backup) => !isAhead(backup, now));
  const kept = new Set(believed.slice(0, 1));
  for (const backup of newestFirst) {
    if (now.getTime() - backup.at.getTime() < 86_400_000) kept.add(backup);
  }
  const spans: [number, (at: Date) => string][] = [
    [keep.days, (at) => at.toISOString().slice(0, 10)],
    [keep.weeks, weekOf],
    [keep.months, (at) => at.toISOString().slice(0, 7)],
  ];
  for (const [most, spanOf] of spans) {
    const newestOf = new Map<string, Backup>();
    for (const backup of believed) {
      const span = spanOf(backup.at);
      if (!newestOf.has(span) && newestOf.size < most) newestOf.set(span, backup);
    }
    for (const backup of newestOf.values()) kept.add(backup);
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

/** The Monday of its week. */
function weekOf(at: Date): string {
  const monday = new Date(at);
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}
