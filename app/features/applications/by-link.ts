import { askForVisitor } from '#app/data/ask-for-visitor.ts';
import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import type { ApplicationState } from '#domain/applications/applications.ts';

const acts = ['confirm', 'withdraw', 'delete', 'quiet'] as const;

/** An application, as whoever has the link in the email may see it. */
export type LinkedApplication = {
  /** What the press has done; undefined if the page only shows it. */
  done:
    | 'confirmed'
    | 'before'
    | 'withdrawn-before'
    | 'twice'
    | 'closed'
    | 'withdrawn'
    | 'deleted'
    | 'quiet'
    | null;
  title: string;
  company: string;
  job_id: string | null;
  state: ApplicationState;
  applied_at: string;
  looked_at: string | null;
  answered_at: string | null;
  name: string;
  email: string;
  phone: string | null;
  place: string | null;
  note: string;
  answers: { question: string; answer: string }[];
  file_name: string | null;
  /** What the company wrote, with its decision or separately. */
  said: { at: string; words: string }[];
  usual_days: number | null;
  /** Its posting is not on the board. */
  is_closed: boolean;
  /** Nobody had answered when both sides were notified of that. */
  is_silent: boolean;
  has_account: boolean;
};

export type LinkOutcome =
  | { kind: 'there'; application: LinkedApplication }
  | { kind: 'unknown' }
  | { kind: 'busy' };

/** Looks up what the link in an email is about, or does what was pressed. */
export async function byLink(
  client: DataClient,
  request: Request,
  token: string,
  pressed?: string,
): Promise<LinkOutcome> {
  if (!token) return { kind: 'unknown' };
  const act = acts.find((each) => each === pressed);
  const { data, error, status } = await askForVisitor<LinkedApplication>(
    client,
    request,
    'application-by-link',
    { token, act },
  );
  if (data) return { kind: 'there', application: data };
  if (status === 404) return { kind: 'unknown' };
  if (status === 429) return { kind: 'busy' };
  return fail({ error, status });
}
