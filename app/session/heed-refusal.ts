import type { Client } from '#app/data/renewed-after.ts';

/**
 * The official client's fetch. When tables, files or functions say that the session has ended, or that
 * it is half done, the client learns it at once instead of at its next refresh, and every screen with it.
 * Where a token has expired of which this device thought otherwise, the question goes once more with a new one.
 */
export function heedingFetch(send: typeof fetch, open: () => Promise<Client>): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const { pathname } = new URL(response.url || location.href);
    // Of its own service the client knows itself.
    if (pathname.startsWith('/auth/v1/') || ![401, 403].includes(response.status)) return response;
    const [, token] = new Headers(init?.headers).get('authorization')?.split(' ') ?? [];
    const renewed = await learnFrom(response.clone(), token, open);
    if (!renewed) return response;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${renewed}`);
    return send(input, { ...init, headers });
  };
}

/** Hardly anybody is refused, so what it takes is not in the files of every screen. */
async function learnFrom(
  refusal: Response,
  token: string | undefined,
  open: () => Promise<Client>,
) {
  try {
    const { renewedAfter } = await import('#app/data/renewed-after.ts');
    return await renewedAfter(refusal, token, open);
  } catch (error) {
    console.info('What a refusal means for the session was not found out:', error);
  }
}
