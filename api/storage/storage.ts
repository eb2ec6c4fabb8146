import type { Caller, Database } from '#database/database.ts';
import type { Endpoint, Storage, StorageDependencies } from './context.ts';
import { download } from './download.ts';
import { info } from './info.ts';
import { list } from './list.ts';
import { parseObjectPath } from './object-name.ts';
import { publicObject } from './public-object.ts';
import { removeObject, removeObjects } from './remove.ts';
import { signObject } from './sign-object.ts';
import { signObjects } from './sign-objects.ts';
import { signingKeyFrom } from './signatures.ts';
import { signedObject } from './signed-object.ts';
import { StorageError, toStorageError } from './storage-errors.ts';
import { update } from './update.ts';
import { upload } from './upload.ts';

type Methods = Partial<Record<string, Endpoint>>;

/** The endpoints whose address has a word after `object`, for a whole bucket and for one object. */
const named: Record<string, { bucket?: Methods; object?: Methods }> = {
  authenticated: { object: { GET: download } },
  public: { object: { GET: publicObject } },
  info: { object: { GET: info } },
  sign: { bucket: { POST: signObjects }, object: { POST: signObject, GET: signedObject } },
  list: { bucket: { POST: list } },
};

const plain = {
  bucket: { DELETE: removeObjects },
  object: { GET: download, POST: upload, PUT: update, DELETE: removeObject },
} satisfies { bucket: Methods; object: Methods };

/** What Supabase has under these words and we leave out: no name of a bucket may hide them. */
const leftOut = new Set(['upload', 'move', 'copy', 'list-v2', 'list-versions']);

type Dependencies = StorageDependencies & { database: Database; secretKey: string };

/** /storage/v1/object/…, in the protocol of Supabase Storage. */
export function createStorage({ secretKey, ...dependencies }: Dependencies) {
  const storage: Storage = { ...dependencies, signingKey: signingKeyFrom(secretKey) };
  return async (request: Request, caller: Caller): Promise<Response> => {
    const url = new URL(request.url);
    const { methods, rest } = route(url.pathname);
    const { bucket, name } = parseObjectPath(rest);
    const kind = name === '' ? methods.bucket : methods.object;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const endpoint = kind?.[method];
    if (!endpoint) throw new StorageError('NoSuchRoute');
    try {
      return await endpoint(storage, { request, url, caller, bucket, name });
    } catch (error) {
      throw toStorageError(error);
    }
  };
}

function route(pathname: string): {
  methods: { bucket?: Methods; object?: Methods };
  rest: string;
} {
  const [, path = ''] = pathname.match(/^\/storage\/v1\/object\/(.+)$/) ?? [];
  const [word = '', ...others] = path.split('/');
  if (leftOut.has(word)) throw new StorageError('NotSupported');
  const methods = Object.hasOwn(named, word) ? named[word] : undefined;
  if (methods) return { methods, rest: others.join('/') };
  if (path === '') throw new StorageError('NoSuchRoute');
  return { methods: plain, rest: path };
}
