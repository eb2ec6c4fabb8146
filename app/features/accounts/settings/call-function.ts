import { openSupabase } from '#app/supabase.ts';
import { type Failure, failureOf } from '#app/ui/failure.ts';

type Answer<Data> = { data: Data } | { failure: Failure };

/** Calls one of the site's own functions. Its failures carry a code and a sentence. */
export async function callFunction<Data>(name: string, body: object = {}): Promise<Answer<Data>> {
  try {
    const client = await openSupabase();
    const { data, error } = await client.functions.invoke<Data>(name, { body });
    if (!error && data) return { data };
    return { failure: await readFailure(error) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

async function readFailure(error: unknown): Promise<Failure> {
  const response = error instanceof Error && 'context' in error ? error.context : undefined;
  if (!(response instanceof Response)) {
    return { code: 'unreachable', message: 'The site could not be reached.' };
  }
  const body: { error?: string; code?: string } = await response.json().catch(() => ({}));
  return { code: body.code ?? '', message: body.error ?? 'Something went wrong.' };
}
