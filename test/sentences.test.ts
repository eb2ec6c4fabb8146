import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What people read, without what only we read: comments, and names in the code. */
const files = globSync([
  '{api,app,domain,mail,server}/**/*.{ts,tsx}',
  'database/schema.sql',
]).filter((path) => !/\.test\.|\/fixture\//.test(path));

/** A letter comes by post and is no email, and nobody says "anew". */
const unsaid =
  /(?<!\b(?:const|let|return|case))[\p{L}’,] (?:meanwhile|anew|near by|by mail)\b|\b[Aa] mail\b(?! (?:server|program))/u;

describe('sentences', () => {
  it('contain no words that nobody says', () => {
    const found = files.flatMap((path) =>
      readFileSync(path, 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\/|(?:\/\/|--) .*$/gm, '')
        .split('\n')
        .filter((line) => unsaid.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
