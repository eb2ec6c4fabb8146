import sharp from 'sharp';

/** Pictures for tests, created on demand. */
export function picture(
  format: 'png' | 'jpeg' | 'webp',
  { width = 40, height = 30, color = '#0b5a60' } = {},
) {
  const image = sharp({ create: { width, height, channels: 3, background: color } });
  return image.toFormat(format).toBuffer();
}

/** About 6 MB, because it is not compressed. */
export function largePicture() {
  const background = '#0b5a60';
  return sharp({ create: { width: 1_600, height: 1_300, channels: 3, background } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

export function asBlob(content: Uint8Array | string, type = 'image/png'): Blob {
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  return new Blob([part], { type });
}
