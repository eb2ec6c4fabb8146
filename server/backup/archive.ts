import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import tar from 'tar-stream';
import { StartError } from '#database/start-error.ts';
import { notWhole, seal, unseal } from './seal.ts';

/** Longer contents are split into parts, so that only one part is in memory at a time. */
const mostOfEntry = 8 * 1024 * 1024;

export type Entry = { name: string; content: Buffer };
export type AddEntry = (name: string, content: Buffer) => Promise<void>;

export const plainEnd = '.tar.zst';
export const sealedEnd = '.tar.zst.sealed';

/**
 * A tar file, compressed, and encrypted if there is a key. Without one, any `tar` and `zstd` can
 * open it.
 */
export function packArchive(
  fill: (add: AddEntry) => Promise<void>,
  passphrase: string | undefined,
): Readable {
  const pack = tar.pack();
  const packed = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: 3,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
  const add: AddEntry = async (name, content) => {
    const entry = pack.entry({ name, size: content.length, mode: 0o600 });
    entry.end(content);
    await finished(entry);
  };
  // A failure here fails the reader, who then keeps nothing.
  const filled = fill(add).then(
    () => pack.finalize(),
    (error) => pack.destroy(error),
  );
  const done = pipeline(pack, packed).catch(() => {});
  const whole = async function* () {
    yield* passphrase ? seal(packed, passphrase) : packed;
    await filled;
    await done;
  };
  return Readable.from(whole(), { objectMode: false });
}

/**
 * The entries in order, each complete. Once the last one has been read, the archive was complete
 * too.
 */
export async function* openArchive(
  source: Readable,
  { isSealed, passphrase }: { isSealed: boolean; passphrase: string | undefined },
): AsyncGenerator<Entry> {
  const extract = tar.extract();
  const read = pipeline(
    isSealed ? Readable.from(unseal(source, passphrase), { objectMode: false }) : source,
    createZstdDecompress(),
    extract,
  );
  read.catch(() => {}); // handled below, once entries have been
  try {
    for await (const entry of extract) {
      const { name, type, size = 0 } = entry.header;
      if (type !== 'file' || size > mostOfEntry) throw notWhole('has something that no backup has');
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { name, content: Buffer.concat(parts) };
    }
    await read;
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
  }
}

function explain(error: unknown): unknown {
  if (error instanceof StartError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isDamage =
    /^(ZSTD_|Z_)/.test(code) ||
    /unexpected end|tar header|Unexpected end of data|Premature close|Writable stream closed/i.test(
      message,
    );
  return isDamage ? notWhole('was changed or is damaged') : error;
}
