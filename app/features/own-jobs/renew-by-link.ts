import { askForVisitor } from '#app/data/ask-for-visitor.ts';
import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';

export type Renewal =
  | { kind: 'ready' | 'renewed'; title: string; company: string; endsAt: string }
  /** Used, expired, mistyped, or about a job that no longer exists. */
  | { kind: 'unknown' }
  | { kind: 'closed' }
  | { kind: 'busy' };

type Answer = { title: string; company: string; ends_at: string; is_renewed: boolean };

/** Renews the job of the link in an email, or only looks up what it is about, on behalf of the visitor. */
export async function renewByLink(
  client: DataClient,
  request: Request,
  { token, peek }: { token: string; peek: boolean },
): Promise<Renewal> {
  if (!token) return { kind: 'unknown' };
  const { data, error, status } = await askForVisitor<Answer>(client, request, 'renew-job', {
    token,
    peek,
  });
  if (data) {
    const { title, company, ends_at, is_renewed } = data;
    return { kind: is_renewed ? 'renewed' : 'ready', title, company, endsAt: ends_at };
  }
  if (status === 404) return { kind: 'unknown' };
  if (status === 409) return { kind: 'closed' };
  if (status === 429) return { kind: 'busy' };
  return fail({ error, status });
}
