import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from '#api/api.ts';
import { allowOrigins } from '#api/cors.ts';
import { ApiError, type ErrorCode } from '#api/errors.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { plainPage } from './last-resort.ts';
import { referrerPolicy, securityHeaders } from './security-headers.ts';

const mostDiscarded = 4_194_304;
const longestFarewell = 1_000;

/**
 * Answers without reading the body, and closes the connection. For a moment the rest of the body is
 * still discarded: closing a socket with unread bytes resets it, and the response would be lost.
 */
export async function turnAway(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { code, message, isHttps }: { code: ErrorCode; message?: string | undefined; isHttps: boolean },
) {
  noteOfRequest({ code });
  const response = answerFor(incoming, code, message);
  const body = Buffer.from(await response.arrayBuffer());
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...securityHeaders(response.headers.get('content-type') ?? '', isHttps),
    'referrer-policy': referrerPolicy,
    'content-length': body.length,
    'cache-control': 'no-store',
    connection: 'close',
  });
  outgoing.write(body);
  let left = mostDiscarded;
  const close = () => {
    clearTimeout(timer);
    incoming.off('data', discard);
    outgoing.end();
  };
  const discard = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) close();
  };
  const timer = setTimeout(close, longestFarewell);
  for (const end of ['end', 'error', 'close']) incoming.once(end, close);
  incoming.on('data', discard);
}

function answerFor(incoming: IncomingMessage, code: ErrorCode, message?: string): Response {
  const error = new ApiError(code, message, undefined, retryAfter(code));
  const url = new URL(incoming.url?.match(/^\/[\w/.~-]*/)?.[0] ?? '/', 'http://site/');
  if (/^\/(auth|rest|storage|functions|realtime)\/v1\//.test(url.pathname)) {
    const version = incoming.headers['x-supabase-api-version'];
    const headers = typeof version === 'string' ? { 'x-supabase-api-version': version } : undefined;
    return allowOrigins(refuse(error, new Request(url, { headers }), url));
  }
  const page = plainPage(error.status, 'This could not be sent', [
    'This could not be sent',
    advice[code] ?? 'Go back and try again.',
    error.message,
  ]);
  const wait = error.details.retryAfter;
  if (wait) page.headers.set('retry-after', String(wait));
  return page;
}

/** What somebody who sent a form can do about it; the message says why. */
const advice: Partial<Record<ErrorCode, string>> = {
  payload_too_large:
    'It is larger than this page accepts. Go back, make it shorter or choose a smaller file, and send it again.',
  body_too_slow: 'The connection was too slow. Go back and send it again.',
  too_many_at_once: 'Wait a few seconds, then go back and send it again.',
};

function retryAfter(code: ErrorCode) {
  return code === 'too_many_at_once' || code === 'database_unavailable' ? { retryAfter: 2 } : {};
}
