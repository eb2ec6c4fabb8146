import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Newer than Chrome 109, Safari 16.4 or Firefox 115. Leaves out what packages call only after checking for it. */
const newer =
  /\.(toWellFormed|isWellFormed|toSorted|toReversed|toSpliced|canParse|checkVisibility|withResolvers|fromAsync|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|getOrInsert|getOrInsertComputed|moveBefore|setHTMLUnsafe)\(|\b(URL\.parse|AbortSignal\.any|Object\.groupBy|Map\.groupBy|Promise\.try|RegExp\.escape|Iterator\.\w+|Array\.fromAsync|Response\.json)\(/g;

it('React’s part of the site calls no method that an older browser lacks and gets no polyfill for', () => {
  const taught = readFileSync('app/shell/older-browsers.ts', 'utf8');
  const asked = globSync('build/client/assets/*.js').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(newer)].map(([, method, named]) =>
      (method ?? named ?? '').replace(/^.*\./, ''),
    ),
  );
  expect(asked).toContain('toWellFormed');
  expect([...new Set(asked)].filter((name) => !taught.includes(`'${name}'`))).toEqual([]);
});

it('the scripts of every page, which run before any polyfill, call none of these, and set states as attributes', () => {
  const files = globSync('build/client/assets/{enhance,in-document}*.js');
  expect(files.length).toBeGreaterThan(2);
  // In Firefox 115, `ariaPressed` is just another property.
  const asked = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(newer),
      ...readFileSync(file, 'utf8').matchAll(/\.aria[A-Z]\w+/g),
    ].map(([what]) => what),
  );
  expect(asked).toEqual([]);
});

const styles = globSync('build/client/assets/*.css').map((file) => readFileSync(file, 'utf8'));

it('the backdrop of a dialog is dark where no token reaches it', () => {
  const backdrops = styles.flatMap((sheet) => [
    ...sheet.matchAll(/::backdrop\s*\{[^}]*?background:\s*([^;}]+)/g),
  ]);
  expect(backdrops.length).toBeGreaterThan(0);
  for (const [, background] of backdrops) expect(background).not.toMatch(/var\([\w-]+\)/);
});

it('a meter stays a bar in Chrome, which needs its own styles for that before version 120', () => {
  const rules = styles.flatMap((sheet) => [
    ...sheet.matchAll(/(@supports[^{]+\{)?[^{}]*\bmeter\s*\{([^}]*)\}/g),
  ]);
  expect(rules.length).toBeGreaterThan(0);
  for (const [, condition = '', rule = ''] of rules) {
    if (!rule.includes('appearance:none')) continue;
    // Only what Firefox and Safari alone know, with nothing added by the build.
    expect(condition.match(/[\w-]+:[\w-]+/g)).toEqual([
      '-moz-appearance:none',
      'font:-apple-system-body',
    ]);
  }
});
