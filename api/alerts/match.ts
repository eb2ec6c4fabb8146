import type { Database } from '#database/database.ts';

/** So many postings, or people, are compared in one round, which is one transaction. */
const inRound = 100;
const inLook = 1_000;

/** Round after round until nothing waits. One that does not come to its end leaves everything as it was. */
export async function matchNews(database: Database) {
  for (const kind of ['jobs', 'people'] as const) {
    while ((await count(database, `private.match_round_of_${kind}($1)`, inRound)) > 0);
  }
}

/** Matches first, so that a digest holds what came up to its hour. */
export async function askForDigests(database: Database) {
  await matchNews(database);
  while ((await count(database, 'private.claim_due_alerts(now(), $1)', inLook)) > 0);
}

export async function cleanAlerts(database: Database) {
  await database.asService.query({ text: 'select private.clean_alerts()' });
}

async function count(database: Database, call: string, most: number): Promise<number> {
  const { rows } = await database.asService.query<{ count: number }>({
    text: `select ${call} as count`,
    values: [most],
  });
  return rows[0]?.count ?? 0;
}
