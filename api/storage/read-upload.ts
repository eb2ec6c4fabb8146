import { parseJson } from '../parse-json.ts';
import { isSmallForm, readFormType } from '../small-form.ts';
import type { BucketRules } from './bucket-rules.ts';
import { StorageError } from './storage-errors.ts';
import type { Told } from './write-row.ts';

const megabyte = 1024 * 1024;
/** In a single request; larger files are uploaded in parts. The server accepts no more either. */
export const mostBytesAtOnce = 6 * megabyte;
/** What a form adds around the file. */
const mostOverhead = 64 * 1024;

const mostMetadata = 16 * 1024;

export type Upload = {
  content: Uint8Array<ArrayBuffer>;
  type: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
};

type Limits = Pick<BucketRules, 'mostBytes' | 'normalizesPictures'>;

/** The limits of any bucket, until its own may be revealed. */
export const limitsOfAll: Limits = { mostBytes: mostBytesAtOnce, normalizesPictures: false };

/** What the request's headers say about the file: undefined if it is sent in a form. */
export function readHead({ headers }: Request): Told | undefined {
  const type = headers.get('content-type') ?? '';
  if (isForm(type)) return undefined;
  const length = headers.get('content-length');
  return {
    type: type || 'application/octet-stream',
    bytes: length === null ? undefined : Number(length),
    userMetadata: readUserMetadata(decodeBase64(headers.get('x-metadata'))),
  };
}

const isForm = (type: string) => /^multipart\/form-data\b/i.test(type);

export function requireFit({ content }: Upload, limits: Limits) {
  if (content.length > limits.mostBytes) throw tooLarge(limits);
}

function tooLarge({ mostBytes, normalizesPictures }: Limits): StorageError {
  const most = Math.min(mostBytesAtOnce, mostBytes) / megabyte;
  return normalizesPictures
    ? new StorageError(
        'EntityTooLarge',
        `The picture is larger than ${most} MB. Choose a smaller one.`,
      )
    : new StorageError('EntityTooLarge');
}

/** The uploaded file: the whole body, or the only file of a form. Never more than the limit. */
export async function readUpload(request: Request, limits: Limits): Promise<Upload> {
  const most = Math.min(mostBytesAtOnce, limits.mostBytes);
  const refusal = () => tooLarge(limits);
  const head = readHead(request);
  const body = await readBytes(request, head ? most : most + mostOverhead, refusal);
  if (head) {
    return {
      content: body,
      type: head.type,
      cacheControl: asCacheControl(request.headers.get('cache-control') ?? ''),
      userMetadata: head.userMetadata,
    };
  }
  const type = readFormType(request.headers.get('content-type'));
  const unreadable = new StorageError('InvalidRequest', 'The form cannot be read.');
  if (!type || !isSmallForm(Buffer.from(body.buffer), type)) throw unreadable;
  const form = await new Response(body, { headers: { 'content-type': type.header } })
    .formData()
    .catch(() => {
      throw unreadable;
    });
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) throw new StorageError('InvalidRequest', 'The form has no file.');
  if (form.has('contentEncoding')) throw new StorageError('NotSupported');
  if (file.size > most) throw refusal();
  return {
    content: new Uint8Array(await file.arrayBuffer()),
    type: file.type || 'application/octet-stream',
    cacheControl: asCacheControl(`max-age=${form.get('cacheControl')}`),
    userMetadata: readUserMetadata(String(form.get('metadata') ?? '')),
  };
}

async function readBytes(
  request: Request,
  most: number,
  tooLarge: () => StorageError,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** In Supabase's format: without a value, contents are not cached. */
function asCacheControl(said: string): string {
  const seconds = said.match(/max-age=(\d{1,9})/)?.[1];
  return seconds ? `max-age=${Math.min(Number(seconds), 31_536_000)}` : 'no-cache';
}

export function decodeBase64(text: string | null | undefined): string {
  return Buffer.from(text ?? '', 'base64').toString();
}

/** The uploader's metadata. As on Supabase, anything except a JSON object is ignored; so is what is nested too deeply. */
export function readUserMetadata(text: string): Record<string, unknown> | null {
  if (text.length > mostMetadata) {
    throw new StorageError('InvalidRequest', 'The metadata is larger than 16 KB.');
  }
  try {
    const value = parseJson(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
