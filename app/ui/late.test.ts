import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('lazy parts are loaded with `late`: React’s own lazy would take the page away', () => {
  const lazy = globSync('app/**/*.tsx').filter((file) =>
    /\blazy\b[^;]*\} from 'react'/.test(readFileSync(file, 'utf8')),
  );
  expect(lazy).toEqual([]);
});

it('a file that failed to load is requested again under another address: Firefox remembers the failure for as long as the page lives', () => {
  // Not the files of public pages, which are built separately and where nobody has typed much.
  const files = globSync('build/client/assets/*.js').filter((file) => !/\/own-pa/.test(file));
  const later = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bimport\(`\.\/([^`]+)`\)(.{0,20})/g)].map(
      ([, name, then]) => ({ file, name, then }),
    ),
  );
  expect(later.length).toBeGreaterThan(40);
  expect(later.filter(({ then }) => !then?.startsWith('.catch(()=>import('))).toEqual([]);
});
