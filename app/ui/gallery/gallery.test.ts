import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

/** Files without an appearance of their own: they render other parts, later or conditionally. */
const withoutLooks = [
  'below',
  'form',
  'late',
  'lines',
  'modal',
  'page-toast',
  'time',
  'waiting',
  'when-near',
];

it('the gallery at /dev/ui shows every part', () => {
  const sources = globSync(['app/ui/gallery/*.tsx', 'app/routes/dev-ui.tsx'])
    .map((file) => readFileSync(file, 'utf8'))
    .join();
  const parts = globSync('app/ui/*.tsx', { exclude: ['**/*.test.tsx'] }).map((file) =>
    basename(file, '.tsx'),
  );
  const shown = parts.filter((part) => sources.includes(`/${part}.tsx'`));
  expect([...shown, ...withoutLooks].toSorted()).toEqual(parts.toSorted());
});
