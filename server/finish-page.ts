import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { NoTurn } from '#database/fair-turns.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { accepts, matches } from './file-answers.ts';
import type { Drawn } from './read-page.ts';

type Bytes = Buffer<ArrayBuffer>;

export function plainly({ status, headers, body }: Drawn): Response {
  return new Response(body.length > 0 ? body : null, { status, headers });
}

/** Adds the policy, and for whole pages the length, the tag and the compression. */
export async function finish(
  request: Request,
  drawn: Drawn,
  bootHash: string,
  nonce?: string,
): Promise<Response> {
  const { status, body } = drawn;
  const headers = new Headers(drawn.headers);
  const type = headers.get('content-type') ?? '';
  // What will be there again soon says so.
  const isPassing = status === 503 || status === 429;
  if (isPassing && !headers.has('retry-after')) headers.set('retry-after', '2');
  // React Router says no to a form where none is taken, and leaves out what is.
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
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
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
  if (body.length < 1_000) return body;
  // To hand a page to another thread costs more than to pack it here; a long list is packed there.
  const isLong = body.length > 200_000;
  if (accepts(accepted, 'br')) {
    headers.set('content-encoding', 'br');
    // Level 3 packs better than gzip in half its time, level 4 a twentieth smaller in twice that of 3.
    // Kept pages are packed at 11.
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
    return isLong ? promisify(brotliCompress)(body, options) : brotliCompressSync(body, options);
  }
  if (accepts(accepted, 'gzip')) {
    headers.set('content-encoding', 'gzip');
    return isLong ? promisify(gzip)(body) : gzipSync(body);
  }
  return body;
}
