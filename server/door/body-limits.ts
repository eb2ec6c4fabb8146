import * as links from '#domain/site/links.ts';

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;

/** How large a body may be, and how long it may take to arrive. */
export type BodyLimit = {
  startsWith: string;
  includes?: string;
  mostBytes: number;
  seconds: number;
};

/**
 * What may be sent to which addresses; the first line that fits holds. Whoever reads a body may have
 * stricter rules of its own, but nothing that reads ever meets more than stands here.
 */
export const bodyLimits: readonly BodyLimit[] = [
  { startsWith: '/storage/v1/object/list/', mostBytes: megabyte, seconds: 30 },
  { startsWith: '/storage/v1/object/sign/', mostBytes: megabyte, seconds: 30 },
  // A file of 6 MB and the form around it, from a telephone; what is larger comes in parts of that size.
  { startsWith: '/storage/v1/object/', mostBytes: 6 * megabyte + 64 * kilobyte, seconds: 120 },
  { startsWith: '/storage/v1/upload/', mostBytes: 6 * megabyte, seconds: 120 },
  // A resume and the form around it.
  ...[
    { startsWith: '/functions/v1/apply-as-guest' },
    { startsWith: '/functions/v1/keep-resume' },
    { startsWith: links.job(''), includes: '/apply' },
  ].map((path) => ({ ...path, mostBytes: 5 * megabyte + 256 * kilobyte, seconds: 120 })),
  ...['auth', 'rest', 'storage', 'functions', 'realtime'].map((service) => ({
    startsWith: `/${service}/v1/`,
    mostBytes: megabyte,
    seconds: 30,
  })),
  { startsWith: '/views', mostBytes: 2 * kilobyte, seconds: 10 },
  // A badge file, where no script checks it in the browser.
  { startsWith: links.verify, mostBytes: megabyte, seconds: 60 },
  // Forms of pages.
  { startsWith: '', mostBytes: 64 * kilobyte, seconds: 30 },
];

/** What all bodies that are in memory may weigh, and those of one client. */
export type BodyShares = { mostOfOne: number; bytesOfOne: number; bytesOfAll: number };

/** An office behind one address sends many small ones; pictures are few. */
export const bodyShares: BodyShares = {
  mostOfOne: 100,
  bytesOfOne: 24 * megabyte,
  bytesOfAll: 192 * megabyte,
};

/** After this time, and again each time it has passed, a body must have grown by so much. */
export const leastPace = { seconds: 10, bytes: kilobyte };

export function sizeInWords(bytes: number): string {
  return bytes >= megabyte
    ? `${Math.floor(bytes / megabyte)} MB`
    : `${Math.floor(bytes / kilobyte)} KB`;
}
