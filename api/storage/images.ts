import type { Sharp } from 'sharp';
import { createFairTurns, NoTurn } from '#database/fair-turns.ts';
import { StorageError } from './storage-errors.ts';
import type { Transformation } from './transformations.ts';

export type Images = {
  /** The picture as we store it: WebP, upright, at most 800 × 800, without metadata. */
  normalize(content: Uint8Array, person: string): Promise<Uint8Array<ArrayBuffer>>;
  /** A transformed picture; the original is only read when its turn comes. */
  transform(
    read: () => Promise<Uint8Array>,
    transformation: Transformation,
    asker: string,
  ): Promise<{ content: Uint8Array<ArrayBuffer>; type: string }>;
};

const mostPixels = 50_000_000;
/** Rows are decoded several at a time: of a million pixels each, they took 1.5 GB. */
const longestRow = 30_000;
const longestSide = 800;

/**
 * Two pictures at a time, because each may need a few hundred megabytes while it is decoded; and only one per person,
 * so that nobody can occupy both turns.
 */
const line = { atOnce: 2, share: 1, mostWaiting: 20, mostWaitingOfOne: 4, patience: 60_000 };

/** The format by the first bytes, whatever the name or the content type claims. */
function formatOf(content: Uint8Array): 'png' | 'jpeg' | 'webp' | undefined {
  const head = Buffer.from(content.subarray(0, 12));
  if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png';
  if (head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') {
    return 'webp';
  }
  return undefined;
}

export function createImages(): Images {
  let open: ((content: Uint8Array) => Sharp) | undefined;
  const turns = createFairTurns(line);

  async function inTurn<T>(person: string, work: () => Promise<T>): Promise<T> {
    const end = await turns.take({ key: person }).catch((error) => {
      if (!(error instanceof NoTurn)) throw error;
      throw new StorageError(error.cause === 'own crowd' ? 'TooManyAtOnce' : 'SlowDown');
    });
    return work().finally(end);
  }

  async function openPicture(content: Uint8Array) {
    const format = formatOf(content);
    if (!format) throw new StorageError('InvalidMimeType');
    open ??= await loadSharp();
    const facts = await open(content)
      .metadata()
      .catch((error) => refuse(error));
    if (facts.format !== format) throw new StorageError('InvalidMimeType');
    // The header contains the size, so a decompression bomb is refused before decoding.
    if (facts.width * facts.height > mostPixels) throw new StorageError('TooManyPixels');
    if (Math.max(facts.width, facts.height) > longestRow) {
      throw new StorageError(
        'TooManyPixels',
        'The picture is more than 30,000 pixels wide or high. Choose a smaller one.',
      );
    }
    return { format, open };
  }

  return {
    async normalize(content, person) {
      if (!formatOf(content)) throw new StorageError('InvalidMimeType');
      return inTurn(person, async () => {
        const { open } = await openPicture(content);
        const done = await open(content)
          .timeout({ seconds: 20 })
          .autoOrient()
          .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 82 })
          .toBuffer()
          .catch((error) => refuse(error));
        return new Uint8Array(done);
      });
    },

    transform(read, { width, height, resize = 'cover', quality = 80, ...wanted }, asker) {
      return inTurn(asker, async () => {
        const content = await read();
        const { format, open } = await openPicture(content);
        const target = wanted.format === 'webp' ? 'webp' : format;
        const done = await open(content)
          .timeout({ seconds: 20 })
          .autoOrient()
          .resize(width, height, { fit: fits[resize], withoutEnlargement: resize !== 'fill' })
          .toFormat(target, target === 'png' ? {} : { quality })
          .toBuffer()
          .catch((error) => refuse(error));
        return { content: new Uint8Array(done), type: `image/${target}` };
      });
    },
  };
}

/** Supabase's modes, with the library's names. */
const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

/** Loaded with the first picture: most processes never handle one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Disables all loaders except four, for the whole process. The fourth is for the seals that we draw ourselves:
  // uploads must start like one of the other three formats, and libvips also chooses by the start.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadSvgBuffer',
    ],
  });
  sharp.cache(false);
  return (content: Uint8Array) =>
    sharp(content, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true });
}

function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : '';
  throw new StorageError(/pixel limit/i.test(message) ? 'TooManyPixels' : 'InvalidImage');
}
