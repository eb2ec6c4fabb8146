import type { Caller, Database, Session } from '#database/database.ts';
import type { Admit } from '../admit.ts';
import type { Files, Part } from './files.ts';
import type { Images } from './images.ts';

export type StorageDependencies = {
  files: Files;
  images: Images;
};

export type Storage = StorageDependencies & {
  database: Database;
  /** Signs URLs; derived, so that no other secret need be stored. */
  signingKey: Uint8Array;
  /** Refuses callers whose session is over. */
  admit: Admit;
  /** The site's address for a caller who used this URL. */
  siteUrlFor: (url: URL) => string;
};

export type StorageCall = {
  request: Request;
  url: URL;
  caller: Caller;
  /** Empty if the URL has none. */
  bucket: string;
  /** The object's name; empty if the URL has none. */
  name: string;
};

export type Endpoint = (storage: Storage, call: StorageCall) => Promise<Response>;

export type ObjectMetadata = {
  mimetype: string;
  size: number;
  eTag: string;
  cacheControl: string;
};

export type StoredObject = {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
  metadata: ObjectMetadata;
  user_metadata: Record<string, unknown> | null;
  /** For contents uploaded in parts. */
  parts: Part[] | null;
};

export const columnsOfObject = `id, bucket_id, name, version, created_at, updated_at, last_accessed_at, metadata,
  user_metadata, parts`;

/** The object, if the caller may see it. */
export async function findObject(
  session: Pick<Session, 'query'>,
  bucket: string,
  name: string,
): Promise<StoredObject | undefined> {
  const { rows } = await session.query<StoredObject>({
    name: 'storage-find',
    text: `select ${columnsOfObject} from storage.objects where bucket_id = $1 and name = $2`,
    values: [bucket, name],
  });
  return rows[0];
}

/** Reads as the caller; row-level security decides. */
export function asReader(database: Database, caller: Caller): Pick<Session, 'query'> {
  return { query: (statement) => database.askAs(caller, statement, { readOnly: true }) };
}
