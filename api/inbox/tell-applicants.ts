import type { Database } from '#database/database.ts';

const atOnce = 500;

/** All who wait for a posting that is over hear it, some in each transaction. */
export const tellClosed = (database: Database) =>
  repeat(database, 'select private.tell_closed($1) as told');

/** Both sides hear that nobody has answered for 14 days. */
export const tellSilent = (database: Database) =>
  repeat(database, 'select private.tell_silent($1) as told');

async function repeat(database: Database, text: string) {
  for (;;) {
    const { rows } = await database.asService.query<{ told: number }>({ text, values: [atOnce] });
    if ((rows[0]?.told ?? 0) < atOnce) return;
  }
}
