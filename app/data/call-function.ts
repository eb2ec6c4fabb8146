import { type Failure, failureOf, unreachable } from '../ui/failure.ts';
import { openData } from './open-data.ts';

export type Answer<Data> = { data: Data } | { failure: Failure };

/**
 * Calls one of the site's own functions. A failure carries a code and a sentence; `fallback` is used if it has none.
 */
export async function callFunction<Data>(
  name: string,
  body: object = {},
  fallback = 'Something went wrong.',
): Promise<Answer<Data>> {
  try {
    const client = await openData();
    const { data, error } = await client.functions.invoke<Data>(name, { body });
    // Anything else did not come from the service: a network's login page, say.
    if (!error && data instanceof Object) return { data };
    return { failure: await readFailure(error, fallback) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** The same for loading data: throws the failure. */
export async function readFunction<Data>(...call: Parameters<typeof callFunction>): Promise<Data> {
  const answer = await callFunction<Data>(...call);
  if ('failure' in answer) throw answer.failure;
  return answer.data;
}

async function readFailure(error: unknown, fallback: string): Promise<Failure> {
  const response = error instanceof Error && 'context' in error ? error.context : undefined;
  if (!(response instanceof Response)) return unreachable;
  const body: Refusal = await response.json().catch(() => ({}));
  return { code: body.code ?? '', message: body.error || body.message || fallback };
}

/** A gateway in front of the functions has its message under another name. */
type Refusal = { error?: string; message?: string; code?: string };
