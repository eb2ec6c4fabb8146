import { addressesOf, type PageKind, pages as table } from '#app/pages.ts';

type TestedPage = {
  path: string;
  kind: PageKind;
  /** Search engines are asked not to index it. */
  isPrivate: boolean;
  /** That depends on what it lists; other tests cover it. */
  isAsListed: boolean;
  /** Visitors are sent to sign in. */
  needsPerson: boolean;
};

/** An example for each page with an id in its address; what it refers to need not exist. */
const examples: Readonly<Record<string, string>> = {
  '/job/:id': '/job/10000000-0000-4000-8000-000000000001',
  '/jobs/in/:state': '/jobs/in/nc',
  '/jobs/in/:state/:city': '/jobs/in/nc/charlotte',
  '/jobs/in/:state/:city/:role': '/jobs/in/nc/charlotte/medical-coder',
  '/jobs/type/:type': '/jobs/type/contract',
  '/company/:slug': '/company/piedmont-valley-health',
  '/job/:id/apply': '/job/10000000-0000-4000-8000-000000000005/apply',
  '/legal/:name/:day': '/legal/terms/2025-10-01',
  '/my-jobs/:id/edit': '/my-jobs/10000000-0000-4000-8000-000000000001/edit',
  '/my-jobs/:id/applications': '/my-jobs/10000000-0000-4000-8000-000000000001/applications',
  '/candidate/:id': '/candidate/00000000-0000-4000-8000-000000000000',
  // Unused, and with a valid check character.
  '/verify/:number': '/verify/0000-0000-0000-0',
  '/credentials/:type/:version': '/credentials/cihis-ai/1',
  '/messages/:conversationId?': '/messages/10000000-0000-4000-8000-000000000001',
};

/**
 * Every page of the site, by an address. The gallery of parts and the 404 page have tests of their
 * own.
 */
export const pages: readonly TestedPage[] = table
  .filter(({ path }) => path !== '/dev/ui' && path !== '/*')
  .flatMap((page) => {
    const { path, kind, isFound = false, needsPerson = false } = page;
    const example = examples[path];
    const addresses = [...addressesOf(page), ...(example ? [example] : [])];
    if (addresses.length === 0)
      throw new Error(`${path} needs an example in test/support/pages.ts`);
    const isAsListed = path.startsWith('/jobs/');
    return addresses.map((address) => ({
      ...{ path: address, kind, isPrivate: !isFound, isAsListed, needsPerson },
    }));
  });
