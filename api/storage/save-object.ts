import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '#database/database.ts';
import { rulesOf } from './bucket-rules.ts';
import { asReader, findObject, type ObjectMetadata, type Storage } from './context.ts';
import { keyOf, type StoredKey } from './files.ts';
import { requireAllowed } from './media-types.ts';
import { marksFolder, requireName } from './object-name.ts';
import { asksForContents, isRefusal } from './policies.ts';
import { limitsOfAll, readHead, readUpload, requireFit, type Upload } from './read-upload.ts';
import { keepIfWritten, orderRemovalOf } from './remove-files.ts';
import { StorageError } from './storage-errors.ts';
import { foretell, rehearse, type SaveMode, type Told, writeRow } from './write-row.ts';

type Target = { request: Request; caller: Caller; bucket: string; name: string };

/**
 * Asks the database before reading any bytes, and again when writing the row: in between come reading, re-encoding
 * and storing, and no transaction waits for those.
 */
export async function saveObject(storage: Storage, target: Target, mode: SaveMode) {
  const { database, files } = storage;
  const { bucket, request, caller } = target;
  const name = requireName(target.name);
  const draft = { id: randomUUID(), version: randomUUID() };
  const early = await askFirst(database, target, (told) =>
    rehearse(database, caller, (session) =>
      writeRow(session, bucket, name, { ...draft, ...(told && foretell(told)) }, mode),
    ),
  );

  const rules = await rulesOf(database, bucket);
  if (early) requireFit(early, rules);
  const upload = early ?? (await readUpload(request, rules));
  const content = rules.normalizesPictures
    ? await normalize(storage, upload, caller)
    : upload.content;
  const type = rules.normalizesPictures ? 'image/webp' : upload.type;
  const isAnyType = rules.normalizesPictures || marksFolder(name, content);
  if (!isAnyType) requireAllowed(type, rules.mediaTypes);
  const metadata = metadataOf({ ...upload, content, type });
  const id = await underItsId(database, { caller, bucket, name }, mode, async (own) => {
    const stored: StoredKey = { bucket_id: bucket, ...own };
    const key = keyOf(stored);
    await orderRemovalOf(database, [key]);
    await files.put(key, content, type);
    const row = { ...own, metadata, userMetadata: upload.userMetadata };
    await keepIfWritten(files, [key], () =>
      database.asCaller(caller, async (session) => {
        requireId(own.id, await writeRow(session, bucket, name, row, mode));
      }),
    );
    return own.id;
  });
  return { Id: id, Key: `${bucket}/${name}` };
}

/**
 * Uses what the request's headers say about the contents. If that is not enough for the policies, the contents are
 * read before access is granted, and the policies are asked again.
 */
async function askFirst(
  database: Storage['database'],
  { request, caller }: Target,
  ask: (told: Told | undefined) => Promise<void>,
): Promise<Upload | undefined> {
  const head = readHead(request);
  try {
    await ask(head);
    return undefined;
  } catch (error) {
    if (head?.bytes !== undefined || !isRefusal(error)) throw error;
    if (!(await asksForContents(database, caller))) throw error;
  }
  const upload = await readUpload(request, limitsOfAll);
  await ask({ ...upload, bytes: upload.content.length });
  return upload;
}

/** Somebody else took the name since it was looked up, so the file's id differs from the row's. */
class TakenMeanwhile extends StorageError {
  constructor() {
    super('KeyAlreadyExists');
  }
}

export function requireId(own: string, saved: string): void {
  if (saved !== own) throw new TakenMeanwhile();
}

const mostTries = 4;

/**
 * The version names the file, and the row's id may be that of an existing object. If several requests replace it
 * concurrently, all of them succeed, one after the other.
 */
export async function underItsId<T>(
  database: Storage['database'],
  { caller, bucket, name }: Omit<Target, 'request'>,
  mode: SaveMode,
  write: (own: { id: string; version: string }) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const there =
      mode === 'insert' ? undefined : await findObject(asReader(database, caller), bucket, name);
    try {
      return await write({ id: there?.id ?? randomUUID(), version: randomUUID() });
    } catch (error) {
      if (!(error instanceof TakenMeanwhile) || tries === mostTries) throw error;
    }
  }
}

function normalize({ images }: Storage, { content }: Upload, caller: Caller) {
  if (content.length === 0) throw new StorageError('InvalidRequest', 'The file is empty.');
  return images.normalize(content, personOf(caller));
}

/** Who the turn belongs to; the service role's pictures share one queue. */
function personOf({ role, claims }: Caller): string {
  return typeof claims.sub === 'string' ? claims.sub : role;
}

function metadataOf({ content, type, cacheControl }: Omit<Upload, 'userMetadata'>): ObjectMetadata {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return describeContent({
    eTag: `"${hash}"`,
    size: content.length,
    mimetype: type,
    cacheControl,
  });
}

/** With Supabase's field names for metadata. */
export function describeContent(facts: ObjectMetadata) {
  return {
    ...facts,
    lastModified: new Date().toISOString(),
    contentLength: facts.size,
    httpStatusCode: 200,
  };
}
