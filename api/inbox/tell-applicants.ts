import type { Database } from '#database/database.ts';

const atOnce = 500;

/** Tells everybody waiting for a posting that is over, a batch per transaction. */
export const tellClosed = (database: Database) =>
  repeat(database, 'select private.tell_closed($1) as told');

/** Tells both sides that nobody has answered for 14 days. */
export const tellSilent = (database: Database) =>
  repeat(database, 'select private.tell_silent($1) as told');

async function repeat(database: Database, text: string) {
  for (;;) {
    const { rows } = await database.asService.query<{ told: number }>({ text, values: [atOnce] });
    if ((rows[0]?.told ?? 0) < atOnce) return;
  }
}
