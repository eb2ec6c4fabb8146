import type { Database } from '#database/database.ts';

/**
 * Where PostgreSQL hands its changes over (`DATABASE_ARCHIVE`, or a way of its owner's) and cannot, it says so in its own
 * log alone: there is no way back to a minute then, and what waits to be handed over fills the disk of the data.
 */
export async function tellOfChanges(database: Database) {
  const { rows } = await database.asService.query<{ isWrong: boolean; since: Date | null }>({
    // What failed last stays on record where nothing is handed over any more.
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
