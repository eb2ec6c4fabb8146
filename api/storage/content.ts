import type { StoredObject } from './context.ts';
import { type ByteRange, type Files, keyOf, type Part, type StoredKey } from './files.ts';
import { StorageError } from './storage-errors.ts';

type Piece = { key: string; size: number };

/** The files that make up the contents, in order. */
function piecesOf(object: StoredObject): Piece[] {
  const { bucket_id, parts, metadata } = object;
  if (!parts) return [{ key: keyOf(object), size: metadata.size }];
  return parts.map(({ file, size }) => ({ key: `${bucket_id}/${file}`, size }));
}

/** The contents, or the requested part of them. */
export async function openContent(
  files: Pick<Files, 'get'>,
  object: StoredObject,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const wanted = range ?? { first: 0, last: object.metadata.size - 1 };
  const pieces = overlapping(piecesOf(object), wanted);
  const open = async ({ key, size, first, last }: Overlap) => {
    const isWhole = first === 0 && last === size - 1;
    const stream = await files.get(key, isWhole ? undefined : { first, last });
    if (!stream) throw new StorageError('NoSuchKey');
    return stream;
  };
  const [start, ...others] = pieces;
  if (!start) return new Blob([]).stream();
  // The first file is opened before the response starts, so that a missing one can still be reported.
  const begun = await open(start);
  if (others.length === 0) return begun;
  return inSequence(begun, others, open);
}

function inSequence<Piece>(
  begun: ReadableStream<Uint8Array>,
  others: readonly Piece[],
  open: (piece: Piece) => Promise<ReadableStream<Uint8Array>>,
): ReadableStream<Uint8Array> {
  const waiting = others.values();
  let reader = begun.getReader();
  let isLeft = false;
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        const next = waiting.next();
        if (next.done) return controller.close();
        const stream = await open(next.value);
        // The reader may have left in the meantime, and nobody else would close the stream.
        if (isLeft) return stream.cancel();
        reader = stream.getReader();
      }
    },
    cancel(reason) {
      isLeft = true;
      return reader.cancel(reason);
    },
  });
}

type Overlap = Piece & ByteRange;

function overlapping(pieces: Piece[], { first, last }: ByteRange): Overlap[] {
  let start = 0;
  const found: Overlap[] = [];
  for (const piece of pieces) {
    const from = Math.max(first - start, 0);
    const to = Math.min(last - start, piece.size - 1);
    if (from <= to) found.push({ ...piece, first: from, last: to });
    start += piece.size;
  }
  return found;
}

/** The whole contents, for work that needs them in memory. */
export async function readContent(files: Files, object: StoredObject): Promise<Uint8Array> {
  const stream = await openContent(files, object);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Copies the contents to new keys, after passing those to `prepare`. */
export async function copyContent(
  files: Files,
  object: StoredObject,
  to: StoredKey,
  prepare: (keys: string[]) => Promise<void>,
): Promise<{ parts: Part[] | null; keys: string[] }> {
  const parts =
    object.parts?.map(({ size }) => ({ file: `${to.id}/${crypto.randomUUID()}`, size })) ?? null;
  const keys = parts ? parts.map(({ file }) => `${to.bucket_id}/${file}`) : [keyOf(to)];
  await prepare(keys);
  for (const [place, { key }] of piecesOf(object).entries()) {
    const isThere = await files.copy(key, keys[place] ?? '');
    if (!isThere) throw new StorageError('NoSuchKey');
  }
  return { parts, keys };
}
