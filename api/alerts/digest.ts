import type { Caller, Database } from '#database/database.ts';
import type { AlertKind, Rhythm } from '#domain/alerts/alerts.ts';

/** One that is on its way: to whom, and what was found for it. */
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

/** Of what was found, what the search still finds; of jobs, without those that the receiver does not want. */
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

/** Who reads the mail, so that row-level security says what may stand in it. */
export function receiverOf({ person }: Digest): Caller {
  return person
    ? { role: 'authenticated', claims: { sub: person, role: 'authenticated' } }
    : { role: 'anon', claims: { role: 'anon' } };
}
