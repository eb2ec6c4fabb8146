import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('what comes later comes as a late part: React’s own lazy would take the page away', () => {
  const lazy = globSync('app/**/*.tsx').filter((file) =>
    /\blazy\b[^;]*\} from 'react'/.test(readFileSync(file, 'utf8')),
  );
  expect(lazy).toEqual([]);
});
