import { sayWhenAgain } from '#api/come-again.ts';
import { leastPacked, pack, packingFor } from '#api/packing.ts';
import { NoTurn } from '#database/fair-turns.ts';
import { contentSecurityPolicy } from '../door/content-security-policy.ts';
import { matches } from '../files/file-answers.ts';
import { etagOf } from '../files/stored-files.ts';
import type { Drawn } from './read-page.ts';

type Bytes = Buffer<ArrayBuffer>;

export function plainly({ status, headers, body }: Drawn): Response {
  return new Response(body.length > 0 ? body : null, { status, headers });
}

/** Adds the policy and, for complete pages, the length, the tag and the compression. */
export async function finish(
  request: Request,
  drawn: Drawn,
  bootHash: string,
  nonce?: string,
): Promise<Response> {
  const { status, body } = drawn;
  const headers = new Headers(drawn.headers);
  const type = headers.get('content-type') ?? '';
  // Temporary failures say when to come back.
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '2');
  sayWhenAgain({ status, headers });
  // React Router refuses a form without naming the methods that are allowed.
  if (status === 405 && !headers.has('allow')) headers.set('allow', 'GET, HEAD');
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  if (body.length === 0 || !/^text\/|json|xml/.test(type))
    return plainly({ status, headers, body });
  const isPage = type.startsWith('text/html');
  const usesNonce = isPage && nonce !== undefined && body.includes(`nonce="${nonce}"`);
  if (isPage) {
    const policy = contentSecurityPolicy([bootHash], usesNonce ? nonce : undefined);
    headers.set('content-security-policy', policy);
  }
  if (status === 200 && !usesNonce) {
    const etag = `W/${etagOf(body)}`;
    headers.set('etag', etag);
    if (matches(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  if (request.signal.aborted) throw new NoTurn('left');
  const packed = await compress(body, request.headers.get('accept-encoding') ?? '', headers);
  headers.set('content-length', String(packed.length));
  return new Response(request.method === 'HEAD' ? null : packed, { status, headers });
}

async function compress(body: Bytes, accepted: string, headers: Headers): Promise<Bytes> {
  headers.append('vary', 'Accept-Encoding');
  const packing = body.length < leastPacked ? undefined : packingFor(accepted);
  if (!packing) return body;
  headers.set('content-encoding', packing);
  return pack(body, packing);
}
