/** No page shows a larger one, and the service stores none. */
const longestSide = 800;

/**
 * Shrinks a photo from a phone, of eight megabytes or more, to the size that will be stored. Undefined if this browser
 * cannot open it: only Safari supports HEIC.
 */
export async function smallerPicture(file: Blob): Promise<Blob | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    // A browser that cannot write WebP writes PNG instead: both keep transparency.
    const made = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/webp', 0.95);
    });
    return made ?? undefined;
  } catch {
    return undefined;
  }
}

const taken = ['image/png', 'image/jpeg', 'image/webp'];
const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** What to send of a chosen picture; throws a message that says what to do. The service checks whether it is valid. */
export async function pictureToSend(file: File, mostBytes: number): Promise<Blob> {
  const isTaken = taken.includes(file.type);
  if (isTaken && file.size <= mostBytes && !(await hasTooManyPixels(file))) return file;
  const smaller = await smallerPicture(file);
  if (smaller && smaller.size <= mostBytes) return smaller;
  if (isHeic(file)) {
    throw new Error(
      'This browser cannot open HEIC pictures. Save yours as JPEG and choose it again.',
    );
  }
  if (file.size <= mostBytes) return file;
  // Every browser can open these, if they are intact.
  if (isTaken && !smaller) {
    throw new Error('This picture could not be opened: it may be damaged. Choose another one.');
  }
  throw new Error(
    `The picture is larger than ${mostBytes / 1_048_576} MB, and this browser cannot make it smaller. Choose a smaller one.`,
  );
}

/** The service does not decode larger ones. */
const mostPixels = 50_000_000;
/** A photo with that many pixels has more bytes; a drawing may have few. */
const fewBytes = 1_048_576;

/** A small file with many pixels: PNG states its size in the first bytes, others have to be opened. */
async function hasTooManyPixels(file: File): Promise<boolean> {
  if (file.type === 'image/png') {
    const size = new DataView(await file.slice(16, 24).arrayBuffer());
    return size.byteLength === 8 && size.getUint32(0) * size.getUint32(4) > mostPixels;
  }
  if (file.size < fewBytes) return false;
  const picture = await createImageBitmap(file).catch(() => undefined);
  const { width = 0, height = 0 } = picture ?? {};
  picture?.close();
  return width * height > mostPixels;
}
