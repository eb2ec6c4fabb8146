import type { Database } from '#database/database.ts';

/** The most postings, or people, compared in one round, which is one transaction. */
const mostInRound = 200;
const alertsAtOnce = 1_000;
/**
 * In milliseconds. The round size adapts to stay well below the statement timeout: fast rounds grow, slow ones
 * shrink.
 */
const fastRound = 1_000;
const slowRound = 5_000;

/** Runs rounds until nothing is left to match. A round that fails is rolled back. */
export async function matchNews(database: Database) {
  for (const kind of ['jobs', 'people'] as const) {
    let size = 25;
    for (let taken = 1; taken > 0; ) {
      const began = performance.now();
      try {
        taken = await count(database, `private.match_round_of_${kind}($1)`, size);
      } catch (error) {
        // The machine is busy, or there are very many alerts: retry with a smaller round.
        if (!isTooLong(error) || size === 1) throw error;
        size = Math.ceil(size / 4);
        continue;
      }
      const took = performance.now() - began;
      if (took < fastRound) size = Math.min(size * 2, mostInRound);
      if (took > slowRound) size = Math.ceil(size / 2);
    }
  }
}

function isTooLong(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === '57014';
}

/** Matches first, so that each digest includes everything that arrived before its hour. */
export async function askForDigests(database: Database) {
  await matchNews(database);
  while ((await count(database, 'private.claim_due_alerts(now(), $1)', alertsAtOnce)) > 0);
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
