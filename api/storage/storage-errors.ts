/** Supabase Storage's codes, with the status, the older short name, and what to say. */
const errors = {
  NoSuchBucket: [404, 'Bucket not found', 'Bucket not found'],
  NoSuchKey: [404, 'not_found', 'Object not found'],
  NoSuchRoute: [404, 'not_found', 'There is nothing at this address.'],
  KeyAlreadyExists: [409, 'Duplicate', 'The resource already exists'],
  AccessDenied: [403, 'Unauthorized', 'new row violates row-level security policy'],
  InvalidKey: [400, 'InvalidKey', 'Invalid key'],
  InvalidRequest: [400, 'InvalidRequest', 'The body does not say what is needed.'],
  InvalidJWT: [400, 'InvalidJWT', 'The address is not valid, or no longer valid.'],
  InvalidMimeType: [415, 'invalid_mime_type', 'Choose a PNG, JPEG or WebP picture.'],
  InvalidImage: [422, 'InvalidImage', 'The picture is damaged. Choose another one.'],
  TooManyPixels: [
    422,
    'TooManyPixels',
    'The picture has more than 50 megapixels. Choose a smaller one.',
  ],
  EntityTooLarge: [
    413,
    'Payload too large',
    'The picture is larger than 5 MB. Choose a smaller one.',
  ],
  TooManyObjects: [409, 'TooManyObjects', 'Your folder is full. Remove a picture first.'],
  SlowDown: [503, 'SlowDown', 'Too many pictures are coming in. Try again in a moment.'],
  TooManyAtOnce: [
    429,
    'TooManyAtOnce',
    'Several of your pictures are being worked on. Wait for them, then try again.',
  ],
  NotSupported: [400, 'NotSupported', 'This is not supported here.'],
} as const satisfies Record<string, [status: number, error: string, message: string]>;

export type StorageErrorCode = keyof typeof errors;

/** An expected failure, in the shape that the official client reads. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  readonly status: number;

  constructor(code: StorageErrorCode, message?: string) {
    super(message ?? errors[code][2]);
    this.code = code;
    this.status = errors[code][0];
  }
}

export function storageErrorResponse(error: {
  code: string;
  status: number;
  message: string;
}): Response {
  const { code, status, message } = error;
  const known = Object.hasOwn(errors, code) ? errors[code as StorageErrorCode][1] : code;
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (status === 429 || status === 503) headers.set('retry-after', '5');
  return Response.json(
    { statusCode: String(status), error: known, message, code },
    { status, headers },
  );
}

/** PostgreSQL's refusals in the words of storage; what is neither is a bug and passes through. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return error;
  if (error.code === '42501') return new StorageError('AccessDenied');
  if (error.code === '23505') return new StorageError('KeyAlreadyExists');
  if (error.code === '23503') return new StorageError('NoSuchBucket');
  if (error.code === '22021') return new StorageError('InvalidKey');
  if (error.code === 'PT409') return new StorageError('TooManyObjects', error.message);
  return error;
}
