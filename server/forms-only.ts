const form = /^(application\/x-www-form-urlencoded\b|multipart\/form-data\s*;.*boundary=)/i;

/** What a page answers to what no browser's form sends. Reading it as a form would fail, and look like a fault of ours. */
export function refuseOtherThanForms({ method, headers }: Request): Response | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method !== 'POST')
    return plain(405, 'A page is read or sent a form.', { allow: 'GET, HEAD, POST' });
  if (form.test(headers.get('content-type') ?? '')) return undefined;
  return plain(415, 'A page takes a form.');
}

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
