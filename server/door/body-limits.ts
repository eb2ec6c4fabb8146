import * as links from '#domain/site/links.ts';

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;

/** How large a body may be, and how long it may take to arrive. */
export type BodyLimit = {
  method?: string;
  /** Of the path with a slash at its end. */
  startsWith: string;
  includes?: string;
  mostBytes: number;
  seconds: number;
  /** A file, which is not parsed here. */
  isOpaque?: boolean;
};

/**
 * What may be sent to which addresses; the first matching line applies. Readers of a body may have
 * stricter rules, but never see more than this.
 */
export const bodyLimits: readonly BodyLimit[] = [
  // What is said about files.
  ...[
    { startsWith: '/storage/v1/object/list/' },
    { startsWith: '/storage/v1/object/list-v2/' },
    { startsWith: '/storage/v1/object/sign/' },
    { startsWith: '/storage/v1/object/move/' },
    { startsWith: '/storage/v1/object/copy/' },
    { startsWith: '/storage/v1/object/', method: 'DELETE' },
  ].map((path) => ({ ...path, mostBytes: megabyte, seconds: 30 })),
  // A file of 6 MB and the form around it, sent from a phone; larger files come in parts of that size.
  {
    startsWith: '/storage/v1/object/',
    mostBytes: 6 * megabyte + 64 * kilobyte,
    seconds: 120,
    isOpaque: true,
  },
  { startsWith: '/storage/v1/upload/', mostBytes: 6 * megabyte, seconds: 120, isOpaque: true },
  // A resume and the form around it.
  ...[
    { startsWith: '/functions/v1/apply-as-guest' },
    { startsWith: '/functions/v1/keep-resume' },
    { startsWith: links.job(''), includes: '/apply' },
  ].map((path) => ({
    ...path,
    mostBytes: 5 * megabyte + 256 * kilobyte,
    seconds: 120,
    isOpaque: true,
  })),
  // The longest is a new passkey; 700 KB of empty maps in one took the library 0.4 seconds to read.
  { startsWith: '/auth/v1/', mostBytes: 64 * kilobyte, seconds: 30 },
  ...['rest', 'storage', 'functions', 'realtime'].map((service) => ({
    startsWith: `/${service}/v1/`,
    mostBytes: megabyte,
    seconds: 30,
  })),
  { startsWith: '/views', mostBytes: 2 * kilobyte, seconds: 10 },
  // A badge file, if no script verifies it in the browser.
  { startsWith: links.verify, mostBytes: megabyte, seconds: 60 },
  // Forms on pages.
  { startsWith: '', mostBytes: 64 * kilobyte, seconds: 30 },
];

/** The total size of all bodies in memory, and of those of one client. */
export type BodyShares = {
  mostOfOne: number;
  bytesOfOne: number;
  bytesOfAll: number;
  /** What a client may have in memory even while all of them, or those of its /48, together have too much. */
  littleOfOne: number;
};

/** An office behind one address sends many small bodies; pictures are few. */
export const bodyShares: BodyShares = {
  mostOfOne: 100,
  bytesOfOne: 24 * megabyte,
  bytesOfAll: 192 * megabyte,
  littleOfOne: 64 * kilobyte,
};

/** In each such interval a body must grow by at least this much. */
export const leastPace = { seconds: 10, bytes: kilobyte };

export function sizeInWords(bytes: number): string {
  return bytes >= megabyte
    ? `${Math.floor(bytes / megabyte)} MB`
    : `${Math.floor(bytes / kilobyte)} KB`;
}
