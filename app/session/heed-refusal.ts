import type { Client } from '#app/data/meaning-of.ts';
import { isForeign } from './data-service.ts';

/**
 * The official client's fetch. If tables, storage or functions say that the session has ended, or is half done, the
 * client learns it at once instead of at its next refresh, and every screen with it. If a token has expired although
 * this device thought otherwise, the request is retried with a new one. An answer altered on the way counts as a
 * failure: one from somebody else, or one given as to a visitor.
 */
export function heedingFetch(send: typeof fetch, open: () => Promise<Client>): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!refusals.has(response.status) && !isForeign(response)) return response;
    const [, token] = new Headers(init?.headers).get('authorization')?.split(' ') ?? [];
    // The client handles its own auth service, and holds its lock on the session until this answer is there.
    const isOwn = response.url.includes('/auth/v1/');
    const meaning = await learnFrom(response, token, isOwn ? undefined : open);
    if (typeof meaning !== 'string') return meaning ?? response;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${meaning}`);
    return send(input, { ...init, headers });
  };
}

/** Supabase's storage answers 400 to everything it refuses, with the actual status inside. */
const refusals = new Set([400, 401, 403]);

/** Refusals are rare, so the code for them is not in the files of every screen. */
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
