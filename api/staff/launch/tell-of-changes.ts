import type { Database } from '#database/database.ts';

/**
 * If PostgreSQL archives its changes (`DATABASE_ARCHIVE`, or its owner's own setup) and fails, only its own log says
 * so: point-in-time recovery is then impossible, and the unarchived files fill the data disk.
 */
export async function tellOfChanges(database: Database) {
  const { rows } = await database.asService.query<{ isWrong: boolean; since: Date | null }>({
    // The last failure stays on record even after archiving is turned off.
    text: `select current_setting('archive_mode') <> 'off'
          and coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isWrong",
        last_archived_time as since from pg_stat_archiver`,
  });
  const [changes] = rows;
  await database.asService.query(
    changes?.isWrong
      ? {
          text: `select staff.note_alarm('changes', '', $1)`,
          values: [JSON.stringify({ last: changes.since?.toISOString() ?? null })],
        }
      : { text: `select staff.end_alarm('changes', '')` },
  );
}
