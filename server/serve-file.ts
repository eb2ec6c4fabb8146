import type { StoredFile } from './stored-files.ts';

/** Answers a GET or HEAD for a file in memory: compressed, conditional, or a part of it. */
export function serveFile(request: Request, file: StoredFile): Response {
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'Accept-Encoding',
  });
  if (file.policy) headers.set('content-security-policy', file.policy);
  if (matches(request.headers.get('if-none-match'), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = request.headers.get('range');
  if (range && !request.headers.has('if-range')) return servePart(range, file, headers);

  const { encoding, body } = bestEncoding(request.headers.get('accept-encoding') ?? '', file);
  if (encoding) headers.set('content-encoding', encoding);
  else headers.set('accept-ranges', 'bytes');
  headers.set('content-length', String(body.length));
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

export function matches(condition: string | null, etag: string): boolean {
  if (!condition) return false;
  const known = condition.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''));
}

/** A cached page is packed when it is asked for so: what is not accepted is not looked at. */
function bestEncoding(accepted: string, file: StoredFile) {
  const brotli = accepts(accepted, 'br') ? file.brotli : undefined;
  if (brotli) return { encoding: 'br', body: brotli };
  const gzip = accepts(accepted, 'gzip') ? file.gzip : undefined;
  if (gzip) return { encoding: 'gzip', body: gzip };
  return { encoding: undefined, body: file.body };
}

export function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name, weight] = each.trim().split(/\s*;\s*q=/);
    return name === encoding && weight !== '0' && Number(weight ?? 1) > 0;
  });
}

/** One range of bytes, as a download that goes on asks for. */
function servePart(range: string, { body }: StoredFile, headers: Headers): Response {
  const [, from = '', to = ''] = range.match(/^bytes=(\d*)-(\d*)$/) ?? [];
  const start = from ? Number(from) : Math.max(0, body.length - Number(to));
  const end = from && to ? Math.min(Number(to), body.length - 1) : body.length - 1;
  if ((!from && !to) || start > end) {
    headers.set('content-range', `bytes */${body.length}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-range', `bytes ${start}-${end}/${body.length}`);
  headers.set('content-length', String(end - start + 1));
  return new Response(body.subarray(start, end + 1), { status: 206, headers });
}
