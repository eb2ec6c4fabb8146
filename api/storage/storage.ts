import type { Caller } from '#database/database.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import type { Endpoint, Storage } from './context.ts';
import {
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from './endpoints/buckets.ts';
import { copy } from './endpoints/copy.ts';
import { download } from './endpoints/download.ts';
import { info, publicInfo } from './endpoints/info.ts';
import { list } from './endpoints/list.ts';
import { listV2 } from './endpoints/list-v2.ts';
import { move } from './endpoints/move.ts';
import { publicObject } from './endpoints/public-object.ts';
import { removeObject, removeObjects } from './endpoints/remove.ts';
import { renderObject, renderPublic, renderSigned } from './endpoints/render.ts';
import { signObject } from './endpoints/sign-object.ts';
import { signObjects } from './endpoints/sign-objects.ts';
import { signUploadAddress, uploadSigned } from './endpoints/sign-upload.ts';
import { signedObject } from './endpoints/signed-object.ts';
import { update } from './endpoints/update.ts';
import { upload } from './endpoints/upload.ts';
import { parseObjectPath, requireName } from './object-name.ts';
import { resumable, resumableSigned } from './resumable.ts';
import { isS3, refuseS3 } from './s3.ts';
import { signingKeyFrom } from './signatures.ts';
import { noVersions, StorageError, toStorageError } from './storage-errors.ts';

type Methods = Partial<Record<string, Endpoint>>;

/** What handles a path alone, with a bucket after it, and with an object too. */
type Room = { alone?: Methods; bucket?: Methods; object?: Methods };

/** TUS has an upload's id after the word, not a bucket. */
const tus = (endpoint: Endpoint): Methods =>
  Object.fromEntries(['POST', 'HEAD', 'PATCH', 'DELETE'].map((method) => [method, endpoint]));

/** By the start of the path; the longest match wins. */
export const rooms: Record<string, Room> = {
  status: { alone: { GET: isRunning } },
  bucket: {
    alone: { GET: listBuckets, POST: createBucket },
    bucket: { GET: getBucket, PUT: updateBucket, DELETE: deleteBucket },
    object: { POST: emptyBucket },
  },
  object: {
    bucket: { DELETE: removeObjects },
    object: { GET: download, POST: upload, PUT: update, DELETE: removeObject },
  },
  'object/authenticated': { object: { GET: download } },
  'object/public': { object: { GET: publicObject } },
  'object/info': { object: { GET: info } },
  'object/info/authenticated': { object: { GET: info } },
  'object/info/public': { object: { GET: publicInfo } },
  'object/sign': {
    bucket: { POST: signObjects },
    object: { POST: signObject, GET: signedObject },
  },
  'object/upload/sign': { object: { POST: signUploadAddress, PUT: uploadSigned } },
  'object/list': { bucket: { POST: list } },
  'object/list-v2': { bucket: { POST: listV2 } },
  'object/move': { alone: { POST: move } },
  'object/copy': { alone: { POST: copy } },
  'render/image/authenticated': { object: { GET: renderObject } },
  'render/image/public': { object: { GET: renderPublic } },
  'render/image/sign': { object: { GET: renderSigned } },
  'upload/resumable': { alone: tus(resumable), bucket: tus(resumable) },
  'upload/resumable/sign': { alone: tus(resumableSigned), bucket: tus(resumableSigned) },
};

/** Paths that Supabase has and we do not: bucket names must not hide them. */
const leftOut = ['object/upload', 'object/list-versions', 'cdn'];

type Dependencies = Omit<Storage, 'signingKey'> & { secretKey: string };

/** /storage/v1/…, with the protocol of Supabase Storage. */
export function createStorage({ secretKey, ...dependencies }: Dependencies) {
  const storage: Storage = { ...dependencies, signingKey: signingKeyFrom(secretKey) };
  return async (request: Request, caller: Caller): Promise<Response> => {
    const url = new URL(request.url);
    if (isS3(url.pathname)) return refuseS3();
    const { room, start, rest } = route(url.pathname);
    noteOfRequest({ route: `/storage/v1/${start}` });
    // A request for another version must not get this one, or delete it.
    if (url.searchParams.has('versionId')) throw new StorageError('NotSupported', noVersions);
    const { bucket, name } = rest === '' ? { bucket: '', name: '' } : parseObjectPath(rest);
    if (room === rooms.object && rest.endsWith('/')) requireName(name);
    const methods = bucket === '' ? room.alone : name === '' ? room.bucket : room.object;
    const endpoint = methods?.[request.method] ?? (request.method === 'HEAD' && methods?.GET);
    if (!endpoint) throw new StorageError('NoSuchRoute');
    try {
      return await endpoint(storage, { request, url, caller, bucket, name });
    } catch (error) {
      throw toStorageError(error);
    }
  };
}

/** If it answers, it is running. */
async function isRunning(): Promise<Response> {
  return new Response();
}

function route(pathname: string): { room: Room; start: string; rest: string } {
  const words = pathname.replace(/^\/storage\/v1\//, '').split('/');
  for (let count = 3; count > 0; count -= 1) {
    const start = words.slice(0, count).join('/');
    if (leftOut.includes(start)) throw new StorageError('NotSupported');
    const room = Object.hasOwn(rooms, start) ? rooms[start] : undefined;
    if (room) return { room, start, rest: words.slice(count).join('/') };
  }
  throw new StorageError('NoSuchRoute');
}
