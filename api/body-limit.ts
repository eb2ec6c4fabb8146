import { ApiError } from './errors.ts';

const mostBytes = 1_048_576;

export function hasNoBody({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Refuses a body over 1 MB: by its declared length, or while reading one that declares none. */
export async function limitBody(request: Request): Promise<Request> {
  const stated = request.headers.get('content-length');
  if (stated !== null) {
    if (Number(stated) > mostBytes) throw new ApiError('payload_too_large');
    return request;
  }
  if (hasNoBody(request) || !request.body) return request;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new ApiError('payload_too_large');
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: new Blob(chunks),
  });
}
