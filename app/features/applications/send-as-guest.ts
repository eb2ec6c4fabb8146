import { askForVisitor } from '#app/data/ask-for-visitor.ts';
import type { DataClient } from '#app/data/data.server.ts';
import { guestApplicationSchema, seenPosting } from '#domain/applications/application-schemas.ts';
import type { SeenPosting } from '#domain/applications/seen-posting.ts';
import { answersIn } from './answers.ts';

type GuestValues = Record<string, string>;
/** What was filled in comes back with a refusal; a file has to be chosen again. */
export type GuestRefusal = {
  message: string;
  field: string;
  values: GuestValues;
  /** The posting as the page had shown it. */
  seen?: SeenPosting | undefined;
};

const tooMany =
  'There were many applications from here in a short time. Wait a while, then send it again.';

/** Passes the page's form on, on behalf of the visitor who sent it. Returns what is wrong, if anything. */
export async function sendAsGuest(
  client: DataClient,
  request: Request,
  jobId: string,
): Promise<{ refusal: GuestRefusal; status: number } | undefined> {
  const form = await request.formData();
  const values: GuestValues = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') values[name] = value.slice(0, 10_000);
  }
  const seen = seenIn(values.seen);
  const parsed = guestApplicationSchema.safeParse({
    ...values,
    jobId,
    answers: answersIn(values),
    seen,
  });
  const refuse = (message: string, status: number, field = '') => ({
    // Whatever the reason: the page that comes back shows the current posting.
    refusal: { message, field, values, seen },
    status,
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(issue?.message ?? 'Something is missing.', 422, String(issue?.path[0] ?? ''));
  }
  const body = new FormData();
  body.set('application', JSON.stringify(parsed.data));
  const resume = form.get('resume');
  if (resume instanceof File) body.set('resume', resume);
  const { error, response } = await askForVisitor(client, request, 'apply-as-guest', body);
  if (!error) return undefined;
  const said: { error?: string; code?: string } =
    (await response?.json().catch(() => undefined)) ?? {};
  if (response?.status === 429) return refuse(tooMany, 429);
  const field = said.code === 'resume_refused' ? 'resume' : '';
  const isOurs = response && response.status < 500 && said.error;
  return refuse(
    isOurs ? (said.error ?? '') : 'It could not be sent. Try again.',
    response?.status ?? 500,
    field,
  );
}

/** A page from before an update does not send it. */
function seenIn(written: string | undefined): SeenPosting | undefined {
  try {
    return seenPosting.safeParse(JSON.parse(written ?? '')).data;
  } catch {
    return undefined;
  }
}
