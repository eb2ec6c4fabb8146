import type { TokenFlaw } from '../errors.ts';

/** Supabase Storage's codes, with their status, older short name, and message. */
const errors = {
  NoSuchBucket: [404, 'Bucket not found', 'Bucket not found'],
  NoSuchKey: [404, 'not_found', 'Object not found'],
  NoSuchUpload: [404, 'NoSuchUpload', 'Upload not found'],
  NoSuchRoute: [404, 'not_found', 'There is nothing at this address.'],
  KeyAlreadyExists: [409, 'Duplicate', 'The resource already exists'],
  BucketAlreadyExists: [409, 'Duplicate', 'The resource already exists'],
  ResourceNotEmpty: [409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'],
  InvalidBucketName: [400, 'Invalid Input', 'Bucket name invalid'],
  AccessDenied: [403, 'Unauthorized', 'new row violates row-level security policy'],
  InvalidKey: [400, 'InvalidKey', 'Invalid key'],
  InvalidRequest: [400, 'InvalidRequest', 'The body does not contain what is needed.'],
  InvalidJWT: [400, 'InvalidJWT', 'Invalid JWT'],
  InvalidSignature: [400, 'InvalidSignature', 'Invalid signature'],
  InvalidRange: [416, 'invalid_range', 'invalid range provided'],
  InvalidMimeType: [415, 'invalid_mime_type', 'Choose a PNG, JPEG or WebP picture.'],
  InvalidImage: [422, 'InvalidImage', 'The picture is damaged. Choose another one.'],
  TooManyPixels: [
    422,
    'TooManyPixels',
    'The picture has more than 50 megapixels. Choose a smaller one.',
  ],
  EntityTooLarge: [413, 'Payload too large', 'The object exceeded the maximum allowed size'],
  TooManyObjects: [409, 'TooManyObjects', 'Your folder is full. Remove a picture first.'],
  SlowDown: [503, 'SlowDown', 'Too many pictures are coming in. Try again in a moment.'],
  TooManyAtOnce: [
    429,
    'TooManyAtOnce',
    'Several of your pictures are still being processed. Wait for them, then try again.',
  ],
  NotSupported: [400, 'NotSupported', 'This is not supported here.'],
} as const satisfies Record<string, [status: number, error: string, message: string]>;

export type StorageErrorCode = keyof typeof errors;

/** An expected failure, in the format that the official client reads. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(code: StorageErrorCode, message?: string, headers: Record<string, string> = {}) {
    super(message || errors[code][2]);
    this.code = code;
    this.status = errors[code][0];
    this.headers = headers;
  }
}

type Refusal = {
  code: string;
  status: number;
  message: string;
  headers?: Record<string, string>;
  details?: { flaw?: TokenFlaw };
};

export function storageErrorResponse(error: Refusal): Response {
  const { code, status, message } = ofToken(error) ?? error;
  const known = Object.hasOwn(errors, code) ? errors[code as StorageErrorCode][1] : code;
  const headers = new Headers({ ...error.headers, 'cache-control': 'no-store' });
  if (status === 429 || status === 503) headers.set('retry-after', '5');
  return Response.json(
    { statusCode: String(status), error: known, message, code },
    { status, headers },
  );
}

/** Storage has no code for a missing or invalid token, and uses its verifier's message. */
function ofToken({ code, message, details }: Refusal): StorageError | undefined {
  const refuse = (words: string) => new StorageError('AccessDenied', words);
  if (code === 'expired_token') return refuse('"exp" claim timestamp check failed');
  if (code === 'no_api_key' || details?.flaw === 'form') return refuse('Invalid Compact JWS');
  if (details?.flaw === 'signature') return refuse('signature verification failed');
  return code === 'invalid_token' ? refuse(message) : undefined;
}

/** Errors raised by rules in SQL, with their own messages. */
const raised: Record<string, StorageErrorCode> = {
  PT400: 'NotSupported',
  PT409: 'TooManyObjects',
  PT413: 'EntityTooLarge',
  PT415: 'InvalidMimeType',
};

/** JSON that is nested too deeply for PostgreSQL, or contains characters that it cannot store. */
const unkept = new Set(['22P02', '22P05', '54001']);

/** Converts PostgreSQL's errors to those of storage; anything else is a bug and passes through. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return error;
  if (error.code === '42501') return new StorageError('AccessDenied');
  if (error.code === '23505') {
    const isBucket = 'table' in error && error.table === 'buckets';
    return new StorageError(isBucket ? 'BucketAlreadyExists' : 'KeyAlreadyExists');
  }
  if (error.code === '23503') return new StorageError('NoSuchBucket');
  if (error.code === '22021') return new StorageError('InvalidKey');
  if (unkept.has(String(error.code))) {
    return new StorageError('InvalidRequest', 'The metadata cannot be stored.');
  }
  const code = raised[String(error.code)];
  if (code) return new StorageError(code, error.message);
  return error;
}

export const noVersions = 'Versions are not supported here.';
