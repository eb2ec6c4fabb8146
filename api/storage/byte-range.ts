import type { ByteRange } from './files.ts';
import { StorageError } from './storage-errors.ts';

/** The single range that a request asks for. Several ranges, or invalid ones, mean the whole. */
export function readRange(request: Request, size: number, eTag: string): ByteRange | undefined {
  const [, from = '', to = ''] =
    request.headers.get('range')?.match(/^bytes=(\d{0,15})-(\d{0,15})$/) ?? [];
  if (from === '' && to === '') return undefined;
  const condition = request.headers.get('if-range');
  if (condition !== null && condition !== eTag) return undefined;
  // HTTP ignores a range that ends before it begins.
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined;
  const range =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: size - 1 }
      : { first: Number(from), last: Math.min(to === '' ? size - 1 : Number(to), size - 1) };
  if (range.first > range.last) {
    throw new StorageError('InvalidRange', undefined, { 'content-range': `bytes */${size}` });
  }
  return range;
}
