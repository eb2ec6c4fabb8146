import { isSmallForm, readFormType } from '#api/small-form.ts';

/** What a page answers to what no browser's form sends. Reading it as a form would fail, and look like a fault of ours. */
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
  // React Router compares the two whole, and would call it a failure of ours behind a proxy that ends TLS.
  if (origin !== null) headers.set('origin', new URL(request.url).origin);
  const type = readFormType(headers.get('content-type'));
  if (!type) return plain(415, 'A page takes a form.');
  // The page reads it again.
  headers.set('content-type', type.header);
  const body = Buffer.from(await request.clone().arrayBuffer());
  if (!isSmallForm(body, type)) return plain(400, 'The form has too many fields.');
  // Fields with their values cannot be written wrongly, a form in parts can.
  if (type.between === '&') return undefined;
  return new Response(body, { headers: { 'content-type': type.header } }).formData().then(
    () => undefined,
    () => plain(400, 'The form cannot be read.'),
  );
}

/** Of the same name, or of the site's own address. Here a browser's https is plain HTTP where a proxy ends it. */
function isOwn(given: string, url: string, siteOrigin: string): boolean {
  const origin = URL.parse(given);
  return origin !== null && (origin.host === new URL(url).host || origin.origin === siteOrigin);
}

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
