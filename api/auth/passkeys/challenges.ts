import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';

type ChallengeType = 'registration' | 'authentication';

const sessionData = z.object({ challenge: z.string() });

/** How long a person may take to find the key and touch it. */
const challengeSeconds = 300;

/** How an answer refers to its challenge. */
export const challengeField = z
  .string('challenge_id is required')
  .min(1, 'challenge_id is required')
  .pipe(z.guid('challenge_id must be a valid UUID'));

/** Stores what a browser has to sign; before a sign-in its owner is not yet known. */
export async function keepChallenge(
  session: Session,
  type: ChallengeType,
  challenge: string,
  userId?: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  const { rows } = await session.query<{ challenge_id: string; expires_at: number }>({
    text: `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
      values ($1, $2, $3, now() + make_interval(secs => $4))
      returning id as challenge_id, floor(extract(epoch from expires_at))::float8 as expires_at`,
    values: [userId ?? null, type, JSON.stringify({ challenge }), challengeSeconds],
  });
  const [kept] = rows;
  if (!kept) throw new Error('The challenge was not noted.');
  return kept;
}

/** Uses up the challenge, whatever the answer is: of two concurrent requests, the second finds none. */
export async function takeChallenge(
  session: Session,
  type: ChallengeType,
  id: string,
  userId?: string,
): Promise<{ challenge: string; begun: string }> {
  const { rows } = await session.query<{ data: unknown; begun: string; is_over: boolean }>({
    text: `delete from auth.webauthn_challenges
      where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
      returning session_data as data, created_at::text as begun, expires_at <= now() as is_over`,
    values: [id, type, userId ?? null],
  });
  const [row] = rows;
  if (!row) throw new ApiError('webauthn_challenge_not_found');
  if (row.is_over) throw new ApiError('webauthn_challenge_expired');
  return { challenge: sessionData.parse(row.data).challenge, begun: row.begun };
}
