import { publicPages } from './public-pages.ts';

/** Screens behind a sign-in: the same shell for everybody, filled by the browser. */
const appShells = [
  '/auth',
  '/auth/recover',
  '/auth/new-password',
  '/auth/confirm',
  '/account',
  '/saved-jobs',
  '/post-job',
  '/my-jobs',
  '/browse-candidates',
  '/candidate-profile',
  '/membership',
  '/messages',
];

/** What machines read, and icons. */
const documents = [
  '/robots.txt',
  '/resources/feed.xml',
  '/manifest.webmanifest',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
];

/** Pages without anything of the request in them: rendered once and kept. */
export const keptPaths: readonly string[] = [...publicPages, ...appShells, ...documents];
