import { askForVisitor } from '#app/data/ask-for-visitor.ts';
import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { caseAnswerSchema } from '#domain/staff/review.ts';

export type Outcome =
  | {
      kind: 'open';
      asksFor: 'appeal' | 'answer';
      title: string;
      said: string;
      error?: string;
      words?: string;
    }
  | { kind: 'sent' | 'used'; asksFor: 'appeal' | 'answer' }
  /** Mistyped, or about something that no longer exists. */
  | { kind: 'unknown' }
  | { kind: 'busy' };

type Answer = {
  asks_for: 'appeal' | 'answer';
  title: string;
  said: string | null;
  is_open: boolean;
  is_sent: boolean;
};

/** Sends a reply to staff by the link in an email; without a form, looks up what the link is about. */
export async function answerByLink(
  client: DataClient,
  request: Request,
  token: string,
  form?: FormData,
): Promise<Outcome> {
  if (!token) return { kind: 'unknown' };
  const given = form && { words: String(form.get('words') ?? '').slice(0, 10_000) };
  const parsed = given && caseAnswerSchema.safeParse(given);
  const words = parsed?.success ? parsed.data.words : undefined;
  const { data, error, status } = await askForVisitor<Answer>(client, request, 'answer-review', {
    token,
    words,
  });
  if (!data) {
    if (status === 404) return { kind: 'unknown' };
    if (status === 429) return { kind: 'busy' };
    return fail({ error, status });
  }
  const { asks_for: asksFor, title, said } = data;
  if (data.is_sent) return { kind: 'sent', asksFor };
  if (!data.is_open) return { kind: 'used', asksFor };
  const refused = parsed?.success === false && parsed.error.issues[0]?.message;
  return {
    kind: 'open',
    asksFor,
    title,
    said: said ?? '',
    ...(refused && { error: refused, words: given?.words }),
  };
}
