import type { Actor } from './actors.ts';

type Told = Awaited<ReturnType<Response['json']>>;
type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** Calls a staff function by the name of its act, as anybody. */
export function createStaffCalls({ fetch }: { fetch: Fetch }) {
  return async function act<Answer = Told>(
    who: Pick<Actor, 'headers'>,
    name: string,
    body: object = {},
  ): Promise<{ status: number; body: Answer }> {
    const response = await fetch(`/functions/v1/staff-${name}`, {
      method: 'POST',
      headers: who.headers,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : {} };
  };
}
