import type { Client } from '#app/data/meaning-of.ts';
import { isForeign } from './data-service.ts';

/**
 * The official client's fetch. When tables, files or functions say that the session has ended, or that
 * it is half done, the client learns it at once instead of at its next refresh, and every screen with it.
 * Where a token has expired of which this device thought otherwise, the question goes once more with a new one.
 * What was changed on the way is a failure: an answer of somebody else, or one that was given as to nobody.
 */
export function heedingFetch(send: typeof fetch, open: () => Promise<Client>): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!refusals.has(response.status) && !isForeign(response)) return response;
    const [, token] = new Headers(init?.headers).get('authorization')?.split(' ') ?? [];
    // Of its own service the client knows the rest itself, and lets nobody have the session until this answer is there.
    const isOwn = response.url.includes('/auth/v1/');
    const meaning = await learnFrom(response, token, isOwn ? undefined : open);
    if (typeof meaning !== 'string') return meaning ?? response;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${meaning}`);
    return send(input, { ...init, headers });
  };
}

/** Supabase's files answer 400 to whatever they refuse, and say the status inside. */
const refusals = new Set([400, 401, 403]);

/** Hardly anybody is refused, so what it takes is not in the files of every screen. */
async function learnFrom(
  answer: Response,
  token: string | undefined,
  open: (() => Promise<Client>) | undefined,
) {
  try {
    const { meaningOf } = await import('#app/data/meaning-of.ts');
    return await meaningOf(answer, token, open);
  } catch (error) {
    console.info('What an answer means for the session was not found out:', error);
    return answer.ok ? Response.error() : undefined;
  }
}
