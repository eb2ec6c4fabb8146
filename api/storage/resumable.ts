import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '#database/database.ts';
import { hasNoBody } from '../body-limit.ts';
import type { Endpoint, Storage, StorageCall } from './context.ts';
import { isMediaType } from './media-types.ts';
import { requireBucketName, requireName } from './object-name.ts';
import { mostBytesAtOnce, readUserMetadata } from './read-upload.ts';
import { keepIfWritten, orderRemovalOf } from './remove-files.ts';
import { addPart, beginUpload, dropUpload, findUpload, type Upload } from './resumable-uploads.ts';
import { describeContent } from './save-object.ts';
import { readUploadSignature } from './signatures.ts';
import { StorageError, toStorageError } from './storage-errors.ts';
import { describeTus, readTusMetadata, refuse, TusRefusal, tusVersion } from './tus.ts';
import { foretell, rehearse, writeRow } from './write-row.ts';

/** Who uploads, and whether an existing name may be replaced. */
type Uploader = { caller: Caller; isUpsert: boolean; path?: string };

type Step = (storage: Storage, call: StorageCall, uploader: Uploader) => Promise<Response>;

/** /upload/resumable with TUS 1.0.0: creation (with upload), expiration, termination. */
export const resumable: Endpoint = (storage, call) =>
  answer(storage, call, async ({ request, caller }) => ({
    caller,
    isUpsert: request.headers.get('x-upsert') === 'true',
  }));

/** /upload/resumable/sign: with the rights of the person who signed the upload's URL, sent in X-Signature. */
export const resumableSigned: Endpoint = (storage, call) =>
  answer(storage, call, async ({ request }) => {
    const token = request.headers.get('x-signature') ?? '';
    if (token === '') throw new StorageError('InvalidRequest', 'Missing x-signature header');
    const signed = await readUploadSignature(storage.signingKey, token);
    if (signed.caller.claims.sub) await storage.admit(signed.caller.claims);
    return signed;
  });

async function answer(
  storage: Storage,
  call: StorageCall,
  identify: (call: StorageCall) => Promise<Uploader>,
): Promise<Response> {
  const { request } = call;
  // A browser that may only GET and POST names the method in a header.
  const method = request.headers.get('x-http-method-override') ?? request.method;
  try {
    if (request.headers.get('tus-resumable') !== tusVersion) throw new TusRefusal('noVersion');
    const step = Object.hasOwn(steps, method) ? steps[method] : undefined;
    if (!step) throw new StorageError('NoSuchRoute');
    return describeTus(await step(storage, call, await identify(call)));
  } catch (error) {
    const known = error instanceof TusRefusal ? error : asTusError(toStorageError(error));
    if (known instanceof TusRefusal || known instanceof StorageError) return refuse(known);
    throw error;
  }
}

/** Supabase's server uses the protocol's answer if a file is too large; a quota has its own message. */
function asTusError(error: unknown): unknown {
  const isTooLarge = error instanceof StorageError && error.message === tooLargeForBucket;
  return isTooLarge ? new TusRefusal('tooLarge') : error;
}

const tooLargeForBucket = new StorageError('EntityTooLarge').message;

const steps: Record<string, Step> = {
  POST: create,
  HEAD: reportProgress,
  PATCH: add,
  DELETE: cancel,
};

async function create(storage: Storage, call: StorageCall, uploader: Uploader): Promise<Response> {
  const { request, url } = call;
  const { caller, isUpsert } = uploader;
  if (request.headers.has('upload-concat')) throw new TusRefusal('unsupported');
  const size = readCount(request.headers.get('upload-length'));
  if (size === undefined) throw new TusRefusal('noLength');
  const metadata = readTusMetadata(request.headers.get('upload-metadata'));
  const bucket = requireBucketName(metadata.bucketName ?? '');
  const name = requireName(metadata.objectName ?? '');
  if (uploader.path !== undefined && uploader.path !== `${bucket}/${name}`) {
    throw new StorageError('InvalidSignature');
  }
  const type = metadata.contentType || 'application/octet-stream';
  if (!isMediaType(type)) throw new StorageError('InvalidMimeType');
  const userMetadata = readUserMetadata(metadata.metadata ?? '');
  const told = foretell({ type, bytes: size, userMetadata });
  const draft = { id: randomUUID(), version: randomUUID(), ...told };
  await rehearse(storage.database, caller, (session) =>
    writeRow(session, bucket, name, draft, isUpsert ? 'upsert' : 'insert'),
  );
  const id = await beginUpload(storage.database, caller, {
    bucket,
    name,
    isUpsert,
    size,
    type,
    cacheControl: /^\d{1,9}$/.test(metadata.cacheControl ?? '')
      ? `max-age=${metadata.cacheControl}`
      : 'no-cache',
    userMetadata,
  });
  const begun = await requireUpload(storage, caller, id);
  const carriesPart = request.headers.get('content-type') === partType;
  const upload =
    carriesPart || size === 0 ? await append(storage, request, caller, begun, 0) : begun;
  return new Response(null, {
    status: 201,
    headers: {
      ...progressOf(upload),
      location: `${knownOrigin(storage, url)}${url.pathname.replace(/(?<!\/)\/+$/, '')}/${begun.id}`,
    },
  });
}

/**
 * The clients for Kotlin and Swift only accept a complete URL, which is known for the site's own address. Otherwise a
 * path has to do, which works through any proxy.
 */
function knownOrigin({ siteUrlFor }: Storage, asked: URL): string {
  const site = new URL(siteUrlFor(asked));
  return site.host === asked.host ? site.origin : '';
}

/** HEAD: how much has arrived, so that the client can resume. */
async function reportProgress(storage: Storage, call: StorageCall, { caller }: Uploader) {
  // An interruption between the last part and the object is repaired before the upload is reported as complete.
  const upload = await settle(storage, caller, await uploadAt(storage, call, caller));
  return new Response(null, {
    headers: {
      ...progressOf(upload),
      'upload-length': String(upload.size),
      'cache-control': 'no-store',
    },
  });
}

/** PATCH: the next part. */
async function add(storage: Storage, call: StorageCall, { caller }: Uploader) {
  const { request } = call;
  if (request.headers.get('content-type') !== partType) throw new TusRefusal('noType');
  const offset = readCount(request.headers.get('upload-offset'));
  if (offset === undefined) throw new TusRefusal('noOffset');
  const upload = await uploadAt(storage, call, caller);
  if (offset !== upload.received) throw new TusRefusal('wrongOffset');
  const grown = await append(storage, request, caller, upload, offset);
  return new Response(null, { status: 204, headers: progressOf(grown) });
}

/** DELETE: cancels the upload. */
async function cancel(storage: Storage, call: StorageCall, { caller }: Uploader) {
  const upload = await uploadAt(storage, call, caller);
  if (upload.isFinished) throw new TusRefusal('finished');
  await dropUpload(storage.database, caller, upload.id);
  return new Response(null, { status: 204 });
}

/** Each part is a separate file; the table enforces this limit too. */
const mostParts = 1_000;

/** Stores one part, and writes the object after the last one. */
async function append(
  storage: Storage,
  request: Request,
  caller: Caller,
  upload: Upload,
  offset: number,
): Promise<Upload> {
  const { database, files } = storage;
  if (upload.parts.length >= mostParts) throw new TusRefusal('tooManyParts');
  const content = await readPart(request, upload.size - offset);
  if (content.length > 0) {
    const file = `${upload.id}/${randomUUID()}`;
    const key = `${upload.bucket}/${file}`;
    await orderRemovalOf(database, [key]);
    await files.put(key, content, 'application/octet-stream');
    const part = { file, size: content.length, at: offset };
    const isAdded = await keepIfWritten(files, [key], () =>
      addPart(database, caller, upload, part),
    );
    if (!isAdded) {
      await files.remove(key).catch(() => {}); // otherwise its task removes it
      throw new TusRefusal('wrongOffset');
    }
  }
  return settle(storage, caller, await requireUpload(storage, caller, upload.id));
}

/** Writes the object once all parts are there. */
async function settle(storage: Storage, caller: Caller, upload: Upload): Promise<Upload> {
  if (upload.received < upload.size || upload.isFinished) return upload;
  await finish(storage, caller, upload);
  return { ...upload, isFinished: true };
}

async function finish({ database }: Storage, caller: Caller, upload: Upload) {
  const { bucket, name, size, type, cacheControl, parts, userMetadata } = upload;
  const hash = createHash('sha256').update(parts.map(({ file }) => file).join());
  const metadata = describeContent({
    eTag: `"${hash.digest('hex').slice(0, 32)}-${parts.length}"`,
    size,
    mimetype: type,
    cacheControl,
  });
  await database.asCaller(caller, async (session) => {
    const { rows } = await session.query({
      text: 'select private.finish_upload($1)',
      values: [upload.id],
    });
    if (rows.length === 0) throw new TusRefusal('wrongOffset');
    const row = { id: upload.id, version: randomUUID(), metadata, userMetadata, parts };
    await writeRow(session, bucket, name, row, upload.isUpsert ? 'upsert' : 'insert');
  });
}

const partType = 'application/offset+octet-stream';

async function readPart(request: Request, room: number): Promise<Uint8Array<ArrayBuffer>> {
  const most = Math.min(room, mostBytesAtOnce);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of hasNoBody(request) ? [] : (request.body ?? [])) {
    bytes += chunk.length;
    if (bytes > most) throw new TusRefusal(room < mostBytesAtOnce ? 'tooMuch' : 'tooLarge');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function uploadAt(storage: Storage, { url }: StorageCall, caller: Caller): Promise<Upload> {
  const id = url.pathname.split('/').pop() ?? '';
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
    throw new StorageError('NoSuchUpload');
  }
  return requireUpload(storage, caller, id);
}

async function requireUpload({ database }: Storage, caller: Caller, id: string): Promise<Upload> {
  const upload = await findUpload(database, caller, id);
  if (!upload) throw new StorageError('NoSuchUpload');
  return upload;
}

function progressOf(upload: Upload): Record<string, string> {
  return {
    'upload-offset': String(upload.received),
    'upload-expires': upload.expiresAt.toUTCString(),
    ...(upload.isFinished && { 'tus-complete': '1' }),
  };
}
