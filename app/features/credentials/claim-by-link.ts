import { askForVisitor } from '#app/data/ask-for-visitor.ts';
import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import type { WaitingCredential } from '#domain/credentials/credentials.ts';

export type Claim =
  | { kind: 'open' | 'refused'; email: string; waiting: WaitingCredential[] }
  /** Mistyped, claimed, declined, or expired. */
  | { kind: 'unknown' }
  | { kind: 'busy' };

/** Looks up what the link in an email is about; with `isNotMe` it reports that the email reached the wrong person. */
export async function claimByLink(
  client: DataClient,
  request: Request,
  { token, isNotMe = false }: { token: string; isNotMe?: boolean },
): Promise<Claim> {
  if (!token) return { kind: 'unknown' };
  const { data, error, status } = await askForVisitor<{
    email: string;
    waiting: WaitingCredential[];
    is_refused: boolean;
  }>(client, request, 'claim-by-link', { token, isNotMe });
  if (data) return { ...data, kind: data.is_refused ? 'refused' : 'open' };
  if (status === 404) return { kind: 'unknown' };
  if (status === 429) return { kind: 'busy' };
  return fail({ error, status });
}
