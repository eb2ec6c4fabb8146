import { linksIn } from '#domain/site/rich-links.ts';
import type { WordFields, WordKind, WordProblem, WordValues } from '#domain/site/word-kinds.ts';
import { pages } from '../../pages.ts';

/** For the release's own words the compiler checks that links lead somewhere; this checks what staff type. */
export function withKnownWays(kind: WordKind): WordKind {
  return {
    ...kind,
    check: (values) => [
      ...(kind.check?.(values) ?? []),
      ...waysIn(kind.fields, values, '').flatMap(({ path, way }) =>
        isKnown(way)
          ? []
          : [{ path, message: `There is no page at ${way}.` } satisfies WordProblem],
      ),
    ],
  };
}

type Found = { path: string; way: string };

function waysIn(fields: WordFields, values: WordValues, before: string): Found[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = before + name;
    const value = values[name];
    if (field.type === 'way') return value ? [{ path, way: String(value) }] : [];
    if (field.type === 'rich') {
      return linksIn(String(value)).map(({ way }) => ({ path, way }));
    }
    if (field.type === 'group') return waysIn(field.fields, value as WordValues, `${path}.`);
    if (field.type !== 'list') return [];
    const items = value as readonly WordValues[];
    return items.flatMap((item, place) => waysIn(field.fields, item, `${path}.${place}.`));
  });
}

/** Addresses on other sites and places on the same page are not checked. */
function isKnown(way: string): boolean {
  if (!way.startsWith('/')) return true;
  const [pathname = ''] = way.split(/[?#]/);
  return pathname.startsWith('/downloads/') || patterns.some((pattern) => pattern.test(pathname));
}

const patterns = pages
  .filter(({ path }) => path !== '/*')
  .map(
    ({ path }) =>
      new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`),
  );
