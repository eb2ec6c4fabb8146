import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { etagOf, type StoredFile } from '#server/files/stored-files.ts';

/** Where the sites of browser tests serve axe-core to the pages that are checked. */
export const axeAddress = '/assets/axe-core.js';

/** The minified form: a page parses it in half the time. */
const body = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')));

export const axeSource = body.toString();

export const axeFile: StoredFile = {
  body,
  brotli: undefined,
  gzip: undefined,
  type: 'text/javascript',
  etag: etagOf(body),
  cacheControl: 'public, max-age=31536000, immutable',
  policy: undefined,
};
