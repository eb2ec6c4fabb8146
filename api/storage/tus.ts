import type { StorageError } from './storage-errors.ts';

export const tusVersion = '1.0.0';

/** The errors of Supabase's server, with its messages. */
const refusals = {
  noVersion: [412, 'Tus-Resumable Required\n'],
  noLength: [400, 'Upload-Length or Upload-Defer-Length header required\n'],
  noOffset: [403, 'Missing Upload-Offset header\n'],
  noType: [403, 'Content-Type header required\n'],
  wrongOffset: [409, 'Upload-Offset conflict\n'],
  tooMuch: [413, "upload's size exceeded\n"],
  tooLarge: [413, 'Maximum size exceeded\n'],
  tooManyParts: [413, 'An upload has at most 1000 parts\n'],
  finished: [400, 'Cannot terminate an already completed upload'],
  badMetadata: [400, 'Upload-Metadata is invalid\n'],
  unsupported: [501, 'Concatenation extension is not (yet) supported\n'],
} as const satisfies Record<string, [status: number, text: string]>;

export class TusRefusal extends Error {
  readonly status: number;

  constructor(kind: keyof typeof refusals) {
    super(refusals[kind][1]);
    this.status = refusals[kind][0];
  }
}

/** In plain text, which clients of the protocol expect. */
export function refuse({ status, message }: TusRefusal | StorageError): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return describeTus(new Response(message, { status, headers }));
}

export function describeTus(response: Response): Response {
  response.headers.set('tus-resumable', tusVersion);
  return response;
}

/** What the service supports, for OPTIONS requests. */
export const tusAbilities = {
  'tus-resumable': tusVersion,
  'tus-version': tusVersion,
  'tus-extension': 'creation,creation-with-upload,expiration,termination',
};

/** The paths that clients of the protocol use. */
export function isResumable({ pathname }: { pathname: string }): boolean {
  return pathname.startsWith('/storage/v1/upload/resumable');
}

/** Pairs of a name and its value in base64. */
export function readTusMetadata(header: string | null): Partial<Record<string, string>> {
  const pairs = (header ?? '').split(',').map((pair): [string, string] => {
    const [, name = '', value = ''] = pair.trim().match(/^([^\s,]+)(?: ([\w+/]+={0,2}))?$/) ?? [];
    if (name === '') throw new TusRefusal('badMetadata');
    return [name, Buffer.from(value, 'base64').toString()];
  });
  return Object.fromEntries(pairs);
}
