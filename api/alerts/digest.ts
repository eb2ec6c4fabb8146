import type { Caller, Database } from '#database/database.ts';
import type { AlertKind, Rhythm } from '#domain/alerts/alerts.ts';

/** A digest on its way: its recipient, and the matches it contains. */
export type Digest = {
  address: string;
  person: string | null;
  kind: AlertKind;
  search: string;
  rhythm: Rhythm;
  search_id: string;
  going_to: string;
  found: string[];
};

export async function beginDigest(
  database: Database,
  alertId: string,
): Promise<Digest | undefined> {
  const { rows } = await database.asService.query<Digest>({
    name: 'begin-digest',
    text: 'select * from private.begin_digest($1)',
    values: [alertId],
  });
  return rows[0];
}

export async function endDigest(
  database: Database,
  alertId: string,
  { going_to }: Digest,
  wasSent: boolean,
) {
  await database.asService.query({
    name: 'end-digest',
    text: 'select private.end_digest($1, $2, $3)',
    values: [alertId, going_to, wasSent],
  });
}

/** Which of the matches the search still finds; for jobs, without those that the recipient has hidden. */
export async function findAgain(database: Database, digest: Digest): Promise<string[]> {
  const { rows } = await database.asService.query<{ id: string }>({
    name: 'found-again',
    text: `select id from private.still_found($1, $2) as id
      where $3::uuid is null or $4 = 'people'
        or id not in (select private.unwanted_jobs($3, $2, $4 = 'jobs'))`,
    values: [digest.search_id, digest.found, digest.person, digest.kind],
  });
  return rows.map(({ id }) => id);
}

/** The recipient as a caller, so that row-level security decides what the email may contain. */
export function receiverOf({ person }: Digest): Caller {
  return person
    ? { role: 'authenticated', claims: { sub: person, role: 'authenticated' } }
    : { role: 'anon', claims: { role: 'anon' } };
}
