/** These matter only for documents; on a page's many files they would be dead weight. */
const ofDocuments = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'speculation-rules': '"/speculation-rules.json"',
};

/** The headers of every response of this type, whoever made it. */
export function securityHeaders(type: string, isHttps: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    ...(type.startsWith('text/html') && ofDocuments),
  };
}

/** For responses that have none of their own. */
export const referrerPolicy = 'strict-origin-when-cross-origin';

/** For every response, from a page, a file or the API. */
export function withSecurityHeaders(
  response: Response,
  requestId: string,
  isHttps: boolean,
): Response {
  const { headers } = response;
  headers.set('x-request-id', requestId);
  const own = securityHeaders(headers.get('content-type') ?? '', isHttps);
  for (const [name, value] of Object.entries(own)) {
    // A page may be allowed more browser features than others.
    if (name !== 'permissions-policy' || !headers.has(name)) headers.set(name, value);
  }
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', referrerPolicy);
  return response;
}

/**
 * Headers that later code trusts are ours: a client's header of the same name is replaced. Written
 * into the request itself, because copying it would cost more than the whole gate.
 */
export function writeServerHeaders(
  headers: Headers,
  requestId: string,
  clientAddress: string,
): void {
  headers.set('x-request-id', requestId);
  headers.set('x-client-address', clientAddress);
}
