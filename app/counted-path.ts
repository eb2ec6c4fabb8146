import { publicPages } from './public-pages.ts';

const pages = new Set([
  ...publicPages,
  ...['/jobs', '/saved-jobs', '/auth', '/post-job', '/browse-candidates', '/candidate-profile'],
  '/membership',
]);

/** The name under which a view is counted. Which job somebody read is not noted. */
export function countedPath(pathname: string): string | undefined {
  if (pages.has(pathname)) return pathname;
  return /^\/job\/[\da-f-]{36}$/.test(pathname) ? '/job/:id' : undefined;
}
