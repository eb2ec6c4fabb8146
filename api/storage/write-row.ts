import type { Caller, Database, Session, Transaction } from '#database/database.ts';
import type { ObjectMetadata, StoredObject } from './context.ts';
import { StorageError } from './storage-errors.ts';

/** `insert` refuses an existing name, `upsert` replaces it, and `update` requires it. */
export type SaveMode = 'insert' | 'upsert' | 'update';

type Row = {
  id: string;
  version: string;
  /** In a trial run, what is known by then. */
  metadata?: ObjectMetadata | Partial<Foretold>;
  userMetadata?: StoredObject['user_metadata'];
  parts?: StoredObject['parts'];
};

type Foretold = { mimetype: string; contentLength: number };

/** What is known about contents before they arrive. */
export type Told = {
  type: string;
  bytes?: number | undefined;
  userMetadata: StoredObject['user_metadata'];
};

/** The metadata that policies may check. Its `size` is missing: the bucket's limits use it, and are checked later. */
export function foretell({ type, bytes, userMetadata }: Told) {
  const metadata: Partial<Foretold> = { mimetype: type };
  if (bytes !== undefined) metadata.contentLength = bytes;
  return { metadata, userMetadata };
}

/** What new contents change in an existing row; it then belongs to the uploader. */
const changes = (from: (column: string) => string) =>
  `version = ${from('version')}, metadata = ${from('metadata')},
    user_metadata = ${from('user_metadata')}, parts = ${from('parts')},
    owner = coalesce(auth.uid(), o.owner), owner_id = coalesce(auth.uid()::text, o.owner_id),
    updated_at = now(), last_accessed_at = now()`;

const places: Record<string, string> = {
  version: '$3',
  metadata: '$4',
  user_metadata: '$5',
  parts: '$6',
};

const insert = `insert into storage.objects as o
    (bucket_id, name, version, metadata, user_metadata, parts, id)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const texts: Record<SaveMode, string> = {
  // Callers who may insert need not be allowed to read, so nothing is returned.
  insert,
  upsert: `${insert} on conflict (bucket_id, name) do update set
    ${changes((column) => `excluded.${column}`)} returning id`,
  update: `update storage.objects as o set ${changes((column) => places[column] ?? 'null')}
    where bucket_id = $1 and name = $2 returning id`,
};

/** Returns the row's id. */
export async function writeRow(
  session: Session,
  bucket: string,
  name: string,
  row: Row,
  mode: SaveMode,
): Promise<string> {
  const { id, version, metadata = {}, userMetadata = null, parts = null } = row;
  const values = [
    bucket,
    name,
    version,
    JSON.stringify(metadata),
    userMetadata && JSON.stringify(userMetadata),
    parts && JSON.stringify(parts),
  ];
  const { rows } = await session.query<{ id: string }>({
    text: texts[mode],
    values: mode === 'update' ? values : [...values, id],
  });
  if (mode === 'insert') return id;
  if (!rows[0]) throw new StorageError('NoSuchKey');
  return rows[0].id;
}

/** Writes as the caller and rolls back: throws if the policies would refuse. */
export async function rehearse(
  database: Database,
  caller: Caller,
  work: (session: Transaction) => Promise<unknown>,
) {
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
