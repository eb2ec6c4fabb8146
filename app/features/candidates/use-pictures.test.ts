import { expect, it } from 'vitest';
import { pathOf } from './use-pictures.ts';

const bucket = 'https://site.example/storage/v1/object/public/avatars/';

it.each([
  ['somebody/face.webp', 'somebody/face.webp'],
  ['somebody/caf%C3%A9%20face.webp', 'somebody/café face.webp'],
])('reads the file from the address of a picture: %s', (written, path) => {
  expect(pathOf(bucket + written)).toBe(path);
});

it.each(['', '%', 'somebody/%E0%A4%A', 'x'.repeat(201)])(
  'reads no file from an address that names none, so that other people’s pictures still show: %s',
  (written) => {
    expect(pathOf(bucket + written)).toBeUndefined();
  },
);
