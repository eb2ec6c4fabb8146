import { StorageError } from './storage-errors.ts';

const mostBytes = 5 * 1024 * 1024;
/** What a form adds around the file. */
const mostOverhead = 64 * 1024;

const emptyFile = 'The file is empty.';

export type Upload = { content: Uint8Array; cacheSeconds: number };

/** The file of an upload: the whole body, or the one file of a form. Never more than the limit. */
export async function readUpload(request: Request): Promise<Upload> {
  const type = request.headers.get('content-type') ?? '';
  const isForm = /^multipart\/form-data\b/i.test(type);
  const body = await readBytes(request, isForm ? mostBytes + mostOverhead : mostBytes);
  if (!isForm)
    return { content: body, cacheSeconds: secondsOf(request.headers.get('cache-control')) };
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new StorageError('InvalidRequest', 'The form cannot be read.');
    });
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) throw new StorageError('InvalidRequest', 'The form has no file.');
  if (file.size === 0) throw new StorageError('InvalidRequest', emptyFile);
  if (file.size > mostBytes) throw new StorageError('EntityTooLarge');
  return {
    content: new Uint8Array(await file.arrayBuffer()),
    cacheSeconds: secondsOf(`max-age=${form.get('cacheControl')}`),
  };
}

async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) {
    throw new StorageError('EntityTooLarge');
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new StorageError('EntityTooLarge');
    chunks.push(chunk);
  }
  if (bytes === 0) throw new StorageError('InvalidRequest', emptyFile);
  return new Uint8Array(Buffer.concat(chunks));
}

function secondsOf(cacheControl: string | null): number {
  const seconds = Number(cacheControl?.match(/max-age=(\d{1,9})/)?.[1] ?? 3_600);
  return Math.min(seconds, 31_536_000);
}
