const form = /^(application\/x-www-form-urlencoded|multipart\/form-data\s*;.*boundary=.*)\s*(;|$)/i;

/** What a page answers to what no browser's form sends. Reading it as a form would fail, and look like a fault of ours. */
export async function refuseOtherThanForms(request: Request): Promise<Response | undefined> {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method !== 'POST')
    return plain(405, 'A page is read or sent a form.', { allow: 'GET, HEAD, POST' });
  // React Router refuses it too, and calls it a failure of ours.
  const origin = headers.get('origin');
  if (origin !== null && !isOwn(origin, request.url)) {
    return plain(400, 'A page takes forms of this site alone.');
  }
  const type = headers.get('content-type') ?? '';
  if (!form.test(type)) return plain(415, 'A page takes a form.');
  // Fields with their values cannot be written wrongly, a form in parts can. The page reads it again.
  if (!/^multipart/i.test(type)) return undefined;
  return request
    .clone()
    .formData()
    .then(
      () => undefined,
      () => plain(400, 'The form cannot be read.'),
    );
}

const isOwn = (origin: string, url: string) =>
  URL.canParse(origin) && new URL(origin).origin === new URL(url).origin;

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
