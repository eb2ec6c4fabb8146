import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Newer than Chrome 109, Safari 16.4 or Firefox 115. Left out: what packages call only where it is there. */
const newer =
  /\.(toWellFormed|isWellFormed|toSorted|toReversed|toSpliced|canParse|checkVisibility|withResolvers|fromAsync|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|getOrInsert|getOrInsertComputed|moveBefore|setHTMLUnsafe)\(|\b(URL\.parse|AbortSignal\.any|Object\.groupBy|Map\.groupBy|Promise\.try|RegExp\.escape|Iterator\.\w+|Array\.fromAsync|Response\.json)\(/g;

it('React’s part of the site asks for nothing that an older browser neither has nor is taught', () => {
  const taught = readFileSync('app/shell/older-browsers.ts', 'utf8');
  const asked = globSync('build/client/assets/*.js').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(newer)].map(([, method, named]) =>
      (method ?? named ?? '').replace(/^.*\./, ''),
    ),
  );
  expect(asked).toContain('toWellFormed');
  expect([...new Set(asked)].filter((name) => !taught.includes(`'${name}'`))).toEqual([]);
});

it('the scripts of every page, which come before any teaching, ask for nothing of that, and say states by attributes', () => {
  const files = globSync('build/client/assets/{enhance,in-document}*.js');
  expect(files.length).toBeGreaterThan(2);
  // Firefox 115 takes `ariaPressed` for a name like any other.
  const asked = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(newer),
      ...readFileSync(file, 'utf8').matchAll(/\.aria[A-Z]\w+/g),
    ].map(([what]) => what),
  );
  expect(asked).toEqual([]);
});

const styles = globSync('build/client/assets/*.css').map((file) => readFileSync(file, 'utf8'));

it('what lies behind a dialog is darkened where no token reaches it', () => {
  const backdrops = styles.flatMap((sheet) => [
    ...sheet.matchAll(/::backdrop\s*\{[^}]*?background:\s*([^;}]+)/g),
  ]);
  expect(backdrops.length).toBeGreaterThan(0);
  for (const [, background] of backdrops) expect(background).not.toMatch(/var\([\w-]+\)/);
});

it('a meter stays a bar in Chrome, which before 120 needs its own look for that', () => {
  const rules = styles.flatMap((sheet) => [
    ...sheet.matchAll(/(@supports[^{]+\{)?[^{}]*\bmeter\s*\{([^}]*)\}/g),
  ]);
  expect(rules.length).toBeGreaterThan(0);
  for (const [, condition = '', rule = ''] of rules) {
    if (!rule.includes('appearance:none')) continue;
    // What Firefox and Safari alone know, and nothing that the build puts beside it.
    expect(condition.match(/[\w-]+:[\w-]+/g)).toEqual([
      '-moz-appearance:none',
      'font:-apple-system-body',
    ]);
  }
});
