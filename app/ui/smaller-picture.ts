/** No page shows one larger, and the service keeps none. */
const longestSide = 800;

/**
 * A picture as a telephone takes it, of eight megabytes and more, as small as it will be kept. Nothing where this browser cannot
 * open it: HEIC is known to Safari alone.
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
    // Where this is not WebP it is PNG: both keep what is transparent.
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

/** What can be sent of a picture that somebody chose; throws words that say what to do. Whether it is a sound one, the service says. */
export async function pictureToSend(file: File, mostBytes: number): Promise<Blob> {
  if (file.size <= mostBytes && taken.includes(file.type)) return file;
  const smaller = await smallerPicture(file);
  if (smaller && smaller.size <= mostBytes) return smaller;
  if (isHeic(file)) {
    throw new Error(
      'This browser cannot open HEIC pictures. Save yours as JPEG and choose it again.',
    );
  }
  if (file.size <= mostBytes) return file;
  throw new Error(
    `The picture is larger than ${mostBytes / 1_048_576} MB, and this browser cannot make it smaller. Choose a smaller one.`,
  );
}
