import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';

export type Renewal =
  | { kind: 'ready' | 'renewed'; title: string; company: string; endsAt: string }
  /** Used up, too old, mistyped, or about a job that is gone. */
  | { kind: 'unknown' }
  | { kind: 'closed' }
  | { kind: 'busy' };

type Answer = { title: string; company: string; ends_at: string; is_renewed: boolean };

const refusals: Record<string, Renewal> = {
  not_found: { kind: 'unknown' },
  job_closed: { kind: 'closed' },
  over_request_rate_limit: { kind: 'busy' },
};

/** Renews the job of a mail's link, or only looks what it is about, for the visitor who asks. */
export async function renewByLink(
  client: DataClient,
  request: Request,
  { token, peek }: { token: string; peek: boolean },
): Promise<Renewal> {
  if (!token) return { kind: 'unknown' };
  const { data, error } = await client.functions.invoke<Answer>('renew-job', {
    body: { token, peek },
    // Limits count by the visitor, not by this server.
    headers: { 'x-client-address': request.headers.get('x-client-address') ?? '' },
  });
  if (data) {
    const { title, company, ends_at, is_renewed } = data;
    return { kind: is_renewed ? 'renewed' : 'ready', title, company, endsAt: ends_at };
  }
  const refusal = refusals[await codeOf(error)];
  if (!refusal) fail({ error, status: responseOf(error)?.status });
  return refusal;
}

function responseOf(error: unknown): Response | undefined {
  const response = error instanceof Error && 'context' in error ? error.context : undefined;
  return response instanceof Response ? response : undefined;
}

async function codeOf(error: unknown): Promise<string> {
  const response = responseOf(error);
  if (!response) return '';
  const body: { code?: string } = await response.json().catch(() => ({}));
  return body.code ?? '';
}
