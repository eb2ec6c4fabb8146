import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { badgePng, badgeSvg } from '#api/credentials/badge/badge-picture.ts';
import { sampleAward } from '#api/credentials/badge/fixture/sample-award.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, bugs, storage } = await openTestApi();
const person = await actors.signedIn();
const bucket = person.client.storage.from('avatars');
const path = `${person.id}/me`;

async function uploadOf(content: Uint8Array | string, type = 'image/png') {
  const before = storage.stored().length;
  const { error } = await bucket.upload(path, asBlob(content, type), { upsert: true });
  if (error) expect(storage.stored().length).toBe(before);
  return error as { statusCode?: string; code?: string; message: string } | null;
}

async function storedImage() {
  const { data } = await bucket.download(path);
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
}

describe('a picture is identified by its bytes', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'a %s is accepted with any name and type',
    async (format) => {
      expect(await uploadOf(await picture(format), 'text/html')).toBeNull();
      expect((await sharp(await storedImage()).metadata()).format).toBe('webp');
    },
  );

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const refused: [string, string | Uint8Array][] = [
    ['an SVG', svg],
    ['an SVG behind a byte order mark', `\ufeff<?xml version="1.0"?>${svg}`],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00'],
    ['a TIFF', 'II*\0'],
    ['a PDF', '%PDF-1.7'],
    ['a video', '\0\0\0\x1cftypisom'],
    ['an AVIF', '\0\0\0\x1cftypavif'],
    ['an archive', 'PK\x03\x04'],
    ['a program', '\x7fELF'],
    ['a text', 'just words'],
    ['a RIFF that is no picture', 'RIFF\0\0\0\0WAVEfmt '],
  ];
  it.each(refused)('%s is refused, whatever it claims to be', async (_kind, content) => {
    for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
      expect(await uploadOf(content, type)).toMatchObject({
        statusCode: '415',
        code: 'InvalidMimeType',
        message: 'Choose a PNG, JPEG or WebP picture.',
      });
    }
  });

  it('a vector drawing with the header of a WebP is never rendered', async () => {
    const drawing = `RIFFaaaaWEBPVP8 ${' '.repeat(24)}${svg}`;
    expect(await uploadOf(drawing, 'image/webp')).toMatchObject({ code: 'InvalidImage' });
  });

  it('our own seals are rendered before and after', async () => {
    const { type } = sampleAward();
    expect(await uploadOf(await picture('png'))).toBeNull();
    expect((await sharp(await badgePng(badgeSvg(type, '2026'))).metadata()).format).toBe('png');
  });

  it('a header without a body is refused as damaged', async () => {
    const png = await picture('png');
    const jpeg = await picture('jpeg', { width: 300, height: 300 });
    for (const part of [
      png.subarray(0, 40),
      jpeg.subarray(0, 200),
      jpeg.subarray(0, jpeg.length / 2),
    ]) {
      expect(await uploadOf(part)).toMatchObject({ statusCode: '422', code: 'InvalidImage' });
    }
  });

  it('an empty file is refused', async () => {
    expect(await uploadOf('')).toMatchObject({
      code: 'InvalidRequest',
      message: 'The file is empty.',
    });
  });
});

describe('what is hidden in a picture does not come out again', () => {
  it('metadata, including the location, is gone and the picture is upright', async () => {
    const jpeg = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#fff' } })
      .withExif({ IFD0: { Copyright: 'SECRET PERSON' }, IFD3: { GPSLatitude: '35/1 59/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(jpeg.includes('SECRET PERSON')).toBe(true);
    expect(await uploadOf(jpeg)).toBeNull();
    const stored = await storedImage();
    const facts = await sharp(stored).metadata();
    expect(facts).toMatchObject({ width: 20, height: 60 });
    expect([facts.exif, facts.xmp, facts.icc, facts.iptc]).toEqual(Array(4).fill(undefined));
    expect(stored.includes('SECRET')).toBe(false);
  });

  it('a page or a program after the picture is gone', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const polyglot = Buffer.concat([
        await picture(format),
        Buffer.from('<script>alert(1)</script><?php system("id"); ?>'),
      ]);
      expect(await uploadOf(polyglot, 'text/html')).toBeNull();
      const stored = (await storedImage()).toString('latin1');
      expect(stored).not.toMatch(/script|php/);
    }
  });

  it('a text chunk inside the picture is gone', async () => {
    const png = await picture('png');
    const text = Buffer.from('tEXtComment\0<script>alert(1)</script>');
    const chunk = Buffer.concat([uint32(text.length - 4), text, uint32(crc(text))]);
    const spiked = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
    expect(await uploadOf(spiked)).toBeNull();
    expect((await storedImage()).includes('script')).toBe(false);
  });

  it('only the first frame of an animation is kept', async () => {
    const frame = { create: { width: 20, height: 20, channels: 3, background: '#f00' } } as const;
    const animation = await sharp(
      await Promise.all([1, 2].map(() => sharp(frame).png().toBuffer())),
      { join: { animated: true } },
    )
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect(await uploadOf(animation)).toBeNull();
    expect((await sharp(await storedImage()).metadata()).pages ?? 1).toBe(1);
  });
});

describe('the size of a picture', () => {
  it('is reduced to at most 800 by 800 and never enlarged', async () => {
    for (const [width, height, expected] of [
      [1600, 400, [800, 200]],
      [300, 1200, [200, 800]],
      [40, 30, [40, 30]],
    ] as const) {
      expect(await uploadOf(await picture('jpeg', { width, height }))).toBeNull();
      const facts = await sharp(await storedImage()).metadata();
      expect([facts.width, facts.height]).toEqual(expected);
    }
  });

  it('is refused above 50 megapixels before anything is decoded', async () => {
    const begin = performance.now();
    for (const bomb of [pngOf(7_072, 7_072), pngOf(30_000, 30_000), pngOf(2_000_000_000, 1)]) {
      const error = await uploadOf(bomb);
      expect(error?.code).toMatch(/^(TooManyPixels|InvalidImage)$/);
      expect(error?.statusCode).toBe('422');
    }
    expect(await uploadOf(pngOf(10_000, 5_001))).toMatchObject({
      code: 'TooManyPixels',
      message: 'The picture has more than 50 megapixels. Choose a smaller one.',
    });
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  it('is refused if it is few pixels, but a million of them in a row', async () => {
    for (const sliver of [pngOf(1_000_000, 1), pngOf(1, 1_000_000)]) {
      expect(await uploadOf(sliver)).toMatchObject({
        statusCode: '422',
        code: 'TooManyPixels',
        message: 'The picture is more than 30,000 pixels wide or high. Choose a smaller one.',
      });
    }
  });

  it('is accepted at 5 MB and refused above', async () => {
    const most = 5 * 1024 * 1024;
    const png = await picture('png');
    const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
    expect(await uploadOf(padded(most))).toBeNull();
    const tooLarge = { statusCode: '413', message: expect.stringContaining('larger than 5 MB') };
    expect(await uploadOf(padded(most + 1))).toMatchObject(tooLarge);
    const { error } = await bucket.upload(path, padded(most + 1), { upsert: true });
    expect(error).toMatchObject(tooLarge);
  });

  it('is limited even for a body that never ends', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const { error } = await bucket.upload(path, endless, { upsert: true, duplex: 'half' });
    expect(error).toMatchObject({ statusCode: '413' });
    expect(sent).toBeLessThan(7_000_000);
  });
});

it('a folder holds 20 pictures', async () => {
  const other = await actors.signedIn();
  const png = await picture('png', { width: 2, height: 2 });
  const mine = other.client.storage.from('avatars');
  for (let place = 0; place < 20; place += 1) {
    expect((await mine.upload(`${other.id}/${place}`, asBlob(png))).error).toBeNull();
  }
  expect((await mine.upload(`${other.id}/20`, asBlob(png))).error).toMatchObject({
    statusCode: '409',
    message: 'Your folder holds 20 pictures. Remove one first.',
  });
  expect((await mine.upload(`${other.id}/3`, asBlob(png), { upsert: true })).error).toBeNull();
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));

/** A PNG that is small on the wire but declares a large size. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.concat([
    Buffer.from('IHDR'),
    uint32(width),
    uint32(height),
    Buffer.from([8, 0, 0, 0, 0]),
  ]);
  const data = Buffer.concat([Buffer.from('IDAT'), deflateSync(Buffer.alloc(1_000_000))]);
  const end = Buffer.from('IEND');
  const chunks = [header, data, end].flatMap((chunk) => [
    uint32(chunk.length - 4),
    chunk,
    uint32(crc(chunk)),
  ]);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return value ^ 0xffffffff;
}
