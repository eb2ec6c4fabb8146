import { createHash, randomUUID } from 'node:crypto';
import type { Caller, Session } from '#database/database.ts';
import { queue } from '../queue.ts';
import type { Storage, StorageCall } from './context.ts';
import { keyOf, type StoredKey } from './files.ts';
import { requireName } from './object-name.ts';
import { readUpload } from './read-upload.ts';
import { StorageError } from './storage-errors.ts';

/** `insert` refuses a taken name, `upsert` replaces it, `update` needs it. */
export type SaveMode = 'insert' | 'upsert' | 'update';

type Content = { id: string; version: string; metadata: Record<string, unknown> };

/**
 * Asks the database before it reads a byte, and again when it writes the row: in between lie reading,
 * re-encoding and storing, and no transaction waits for them.
 */
export async function saveObject(storage: Storage, call: StorageCall, mode: SaveMode) {
  const { database, files, images } = storage;
  const { bucket, request, caller } = call;
  const name = requireName(call.name);
  if (caller.role === 'anon') throw new StorageError('AccessDenied');
  const draft = { id: randomUUID(), version: randomUUID(), metadata: {} };
  await rehearse((session) => writeRow(session, bucket, name, draft, mode));

  const upload = await readUpload(request);
  const content = await images.normalize(upload.content, personOf(caller));
  const metadata = metadataOf(content, upload.cacheSeconds);
  // The version names the file, and the row's id may be that of an object which is there already.
  const id = (await findId()) ?? draft.id;
  const stored: StoredKey = { bucket_id: bucket, id, version: draft.version };
  // Should this process end before the row is written, the file is found and taken away.
  await database.asService.transaction((session) =>
    queue.add(session, 'remove-stored-file', { key: keyOf(stored) }, { inSeconds: 3_600 }),
  );
  await files.put(keyOf(stored), content, 'image/webp');
  return database.asCaller(caller, async (session) => {
    const saved = await writeRow(session, bucket, name, { ...draft, id, metadata }, mode);
    // Somebody else took the name meanwhile: the file lies under another id than the row's.
    if (saved !== id) throw new StorageError('KeyAlreadyExists');
    return { Id: id, Key: `${bucket}/${name}` };
  });

  async function rehearse(work: (session: Session) => Promise<unknown>) {
    const undo = new Error('undo');
    await database
      .asCaller(caller, async (session) => {
        await work(session);
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
  }

  async function findId(): Promise<string | undefined> {
    const { rows } = await database.askAs<{ id: string }>(caller, {
      text: 'select id from storage.objects where bucket_id = $1 and name = $2',
      values: [bucket, name],
    });
    return rows[0]?.id;
  }
}

/** Whose turn it is; the service's own pictures are one line. */
function personOf({ role, claims }: Caller): string {
  return typeof claims.sub === 'string' ? claims.sub : role;
}

async function writeRow(
  session: Session,
  bucket: string,
  name: string,
  { id, version, metadata }: Content,
  mode: SaveMode,
): Promise<string> {
  const values = [bucket, name, version, JSON.stringify(metadata)];
  const { rows } =
    mode === 'update'
      ? await session.query<{ id: string }>({
          text: `update storage.objects set version = $3, metadata = $4, updated_at = now(),
              last_accessed_at = now()
            where bucket_id = $1 and name = $2 returning id`,
          values,
        })
      : await session.query<{ id: string }>({
          text: `insert into storage.objects (bucket_id, name, version, metadata, id)
            values ($1, $2, $3, $4, $5)
            ${mode === 'upsert' ? 'on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, updated_at = now(), last_accessed_at = now()' : ''}
            returning id`,
          values: [...values, id],
        });
  if (!rows[0]) throw new StorageError('NoSuchKey');
  return rows[0].id;
}

function metadataOf(content: Uint8Array, cacheSeconds: number) {
  const eTag = `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
  return {
    eTag,
    size: content.length,
    mimetype: 'image/webp',
    cacheControl: `max-age=${cacheSeconds}`,
    lastModified: new Date().toISOString(),
    contentLength: content.length,
    httpStatusCode: 200,
  };
}
