import { addressesOf, documents, pages } from './pages.ts';

/** The format of an id in an address. */
const uuid = '[\\da-f-]{36}';

export const keptPaths: readonly string[] = [...pages, ...documents]
  .filter(({ isKept }) => isKept)
  .flatMap(addressesOf);

/** Of these, the ones that are rendered again from time to time. */
export const agingPaths: readonly string[] = pages
  .filter(({ isAging }) => isAging)
  .flatMap(addressesOf);

const cached = [...pages, ...documents].flatMap(({ path, isCached }) =>
  isCached ? [{ path, query: isCached }] : [],
);
const isTogether = ({ path }: { path: string }) => path.includes(':');
const cachedPaths = new Map(
  cached.filter((page) => !isTogether(page)).map(({ path, query }) => [path, query]),
);
const cachedTogether = cached.filter(isTogether).map(({ path, query }) => ({
  query,
  shape: shapeOf(path),
}));

function shapeOf(path: string) {
  return new RegExp(
    `^${path
      .replace(':id', uuid)
      .replace(/:(part|picture)/, '[a-z\\d-]+\\.\\w+')
      .replace(/:\w+/g, '[a-z\\d-]+')}$`,
  );
}

/** The canonical address of a cached page, however it was asked for; undefined if the page is not cached. */
export function cachedAddress(pathname: string, search: string): string | undefined {
  // The router ignores case, too.
  const path = pathname.toLowerCase();
  const query =
    cachedPaths.get(path) ?? cachedTogether.find(({ shape }) => shape.test(path))?.query;
  return query && path + query(new URLSearchParams(search));
}

const paths = [...pages, ...documents].map(({ path }) => path);
const plainPaths = new Set(paths.filter((path) => !/[:*]/.test(path)));
/** More specific patterns first, as in the router. */
const patterns = paths
  .filter((path) => !plainPaths.has(path))
  .toSorted((a, b) => wordsIn(b) - wordsIn(a))
  .map((path) => ({
    path,
    shape: new RegExp(
      `^${path
        .replace('*', '.*')
        .replace(/\/:\w+\?/g, '(?:/[^/]+)?')
        .replace(/:\w+/g, '[^/]+')}/?$`,
      'i',
    ),
  }));

function wordsIn(path: string): number {
  return path.split('/').filter((part) => /^[\w.-]/.test(part)).length;
}

/** The pattern of the page that answers at an address, such as `/job/:id`: logs and metrics group by it. */
export function patternOf(pathname: string): string {
  const path = pathname.toLowerCase();
  if (plainPaths.has(path)) return path;
  return patterns.find(({ shape }) => shape.test(pathname))?.path ?? '/*';
}

/** Every address that may be listed, except those of single jobs, which only the database knows. */
export const foundPaths: readonly string[] = pages
  .filter(({ isFound }) => isFound)
  .flatMap(addressesOf);

const counted = pages.filter(({ isCounted }) => isCounted);
const countedAddresses = new Set(counted.flatMap(addressesOf));
const countedTogether = counted
  .filter((page) => addressesOf(page).length === 0)
  .map(({ path }) => ({ path, shape: shapeOf(path) }));

/** The name under which a view is counted. It does not reveal which job was read. */
export function countedPath(pathname: string): string | undefined {
  if (countedAddresses.has(pathname)) return pathname;
  return countedTogether.find(({ shape }) => shape.test(pathname))?.path;
}
