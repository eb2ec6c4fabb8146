import { createHash } from 'node:crypto';
import { previewParameter } from '#domain/staff/words.ts';
import type { Drawn } from '../pages/read-page.ts';

/** Runs for every request, so it looks at nothing but the query. */
export function isPreview(search: string): boolean {
  return search !== '' && search.includes(`${previewParameter}=`);
}

/** The hash under which the database knows the preview; undefined if the query names none. */
export function previewHashOf({ searchParams }: URL): string | undefined {
  const token = searchParams.get(previewParameter);
  return token ? createHash('sha256').update(token).digest('hex') : undefined;
}

/**
 * A page for one pair of eyes: nobody caches or indexes it, and its address is sent to no other
 * site.
 */
export function asPreview({ status, headers: given, body }: Drawn): Drawn {
  const headers = new Headers(given);
  headers.set('cache-control', 'private, no-store');
  headers.set('x-robots-tag', 'noindex');
  headers.set('referrer-policy', 'no-referrer');
  const at = body.indexOf('<body');
  const begin = at < 0 ? -1 : body.indexOf('>', at) + 1;
  if (begin <= 0) return { status, headers, body };
  return {
    status,
    headers,
    body: Buffer.concat([body.subarray(0, begin), banner, body.subarray(begin)]),
  };
}

/**
 * Outside the element that React hydrates on a screen, which must find its own markup unchanged.
 */
const banner = Buffer.from(
  '<aside class="preview-bar" aria-label="Preview">Preview of a draft. It is not published.</aside>',
);
