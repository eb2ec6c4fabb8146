import { expect, it } from 'vitest';
import { firstBrand } from '#domain/site/brand.ts';
import { downloads, followBrand } from './downloads.ts';
import type { StoredFile } from './stored-files.ts';

const paths = downloads.map(({ path }) => path);
const built = Object.fromEntries(
  paths.map((path) => [path, { body: Buffer.from('of the build'), etag: path } as StoredFile]),
);

it('downloads give the company the name that owners set, and the release’s name once they remove it', async () => {
  const files = new Map(Object.entries(built));
  const bugs: unknown[] = [];
  let words = {};
  let change = () => {};
  const tell = {
    onChange: (listener: () => void) => {
      change = listener;
    },
  };
  followBrand(files, { ...tell, now: () => ({ words, version: '' }) }, (bug) => bugs.push(bug));
  const made = () => paths.filter((path) => files.get(path)?.etag !== path);
  expect(made()).toEqual([]);

  words = { brand: { ...firstBrand, name: 'Piedmont AI' } };
  change();
  await expect.poll(made).toEqual(paths);
  // The title is plain text in the file; its other words are drawn with fonts.
  expect(files.get(paths[0] ?? '')?.body.toString('latin1')).toContain('Piedmont AI');

  // Changed twice: the last change wins, whatever is in progress.
  words = { brand: { ...firstBrand, name: 'Another AI' } };
  change();
  words = {};
  change();
  await expect.poll(made).toEqual([]);
  expect(Object.fromEntries(files)).toEqual(built);
  expect(bugs).toEqual([]);
});
