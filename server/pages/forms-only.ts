import { isSmallForm, readFormType } from '#api/small-form.ts';

/** Refuses POSTs that no browser's form sends. Parsing them as a form would fail, and look like a bug of ours. */
export async function refuseOtherThanForms(
  request: Request,
  siteOrigin: string,
): Promise<Response | undefined> {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method !== 'POST')
    return plain(405, 'A page is read or sent a form.', { allow: 'GET, HEAD, POST' });
  const origin = headers.get('origin');
  if (origin !== null && !isOwn(origin, request.url, siteOrigin)) {
    return plain(400, 'A page takes forms of this site alone.');
  }
  // React Router compares the whole origin, and behind a proxy that ends TLS it would report a failure of ours.
  if (origin !== null) headers.set('origin', new URL(request.url).origin);
  const type = readFormType(headers.get('content-type'));
  if (!type) return plain(415, 'A page takes a form.');
  // The page parses the header again.
  headers.set('content-type', type.header);
  const body = Buffer.from(await request.clone().arrayBuffer());
  if (!isSmallForm(body, type))
    return plain(400, 'The form has too many fields, or too much text.');
  // URL-encoded fields always parse; a multipart form may not.
  if (type.between === '&') return undefined;
  return new Response(body, { headers: { 'content-type': type.header } }).formData().then(
    () => undefined,
    () => plain(400, 'The form cannot be read.'),
  );
}

/**
 * Of the requested host, or of the site's own address. Behind a proxy that ends TLS, a browser's
 * https is plain HTTP here.
 */
function isOwn(given: string, url: string, siteOrigin: string): boolean {
  const origin = URL.parse(given);
  return origin !== null && (origin.host === new URL(url).host || origin.origin === siteOrigin);
}

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
