import { crc32 } from 'node:zlib';
import { badgeKeyword, badgeNamespace } from '#domain/credentials/badge-file.ts';

/** The credential in a PNG: a text chunk before the last chunk, which image programs ignore. */
export function bakePng(picture: Uint8Array, token: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(picture);
  // The last chunk of every PNG: no data, and twelve bytes around it.
  const end = bytes.length - 12;
  // Keyword, uncompressed, without language or translated keyword.
  const data = Buffer.concat([
    Buffer.from(`iTXt${badgeKeyword}`, 'latin1'),
    Buffer.alloc(5),
    Buffer.from(token),
  ]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([bytes.subarray(0, end), length, data, sum, bytes.subarray(end)]);
}

/** The credential in an SVG: an element that is never rendered. */
export function bakeSvg(picture: string, token: string): string {
  const element = `<openbadges:credential xmlns:openbadges="${badgeNamespace}" verify="${token}"/>`;
  return picture.replace(/<\/svg>\s*$/, `${element}</svg>`);
}
