import type { CallerKind } from './callers.ts';
import {
  brokenParts,
  hostileJson,
  hostileValue,
  type Random,
  spoofedHeaders,
  texts,
  traversals,
} from './hostile.ts';
import type { Targets } from './targets.ts';

/** A request as it goes over the wire. The sender adds whose token it carries. */
export type Asked = {
  kind: string;
  caller: CallerKind;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
};

/** What all request makers draw from. */
export type Ground = {
  random: Random;
  targets: Targets;
  /**
   * An id that may or may not exist; callers with power over others only get ids of their own kind.
   */
  id: (caller: CallerKind) => string;
  /** Arguments that the API's functions are known to take, learned from their refusals. */
  learned: Map<string, Record<string, unknown>>;
};

export type Make = (ground: Ground, caller: CallerKind) => Asked;

/** As a query or part of a path: usually encoded, sometimes twice, sometimes barely. */
export function written(random: Random, value: string): string {
  const plain = value.toWellFormed();
  const encoded = encodeURIComponent(plain);
  if (random.chance(0.1)) return encodeURIComponent(encoded);
  if (random.chance(0.1)) return encoded.replaceAll('%', '%25');
  // What no HTTP client could send stays encoded.
  if (random.chance(0.15))
    return plain.replace(/(?:[^!-~]|#)+/gu, (part) => encodeURIComponent(part));
  return encoded;
}

const queries = [
  'q',
  'page',
  'next',
  'token',
  'code',
  'type',
  'sort',
  'after',
  'redirect_to',
  'select',
];

export function hostileQuery(random: Random): string {
  const { pick, below } = random;
  const parts = Array.from(
    { length: below(4) },
    () =>
      `${random.chance(0.8) ? pick(queries) : written(random, pick(texts))}=${written(random, pick(texts))}`,
  );
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Pages, documents and files, with fitting path parameters, and forms. */
export const askPage: Make = ({ random, targets, id }, caller) => {
  const { pick, chance } = random;
  const pattern = chance(0.15) ? pick(targets.files) : pick(targets.pages);
  const path = pattern.replace(/\/?:?\*?\w*\??$|:\w+/g, (part) =>
    /[:*]/.test(part)
      ? `${part.startsWith('/') ? '/' : ''}${chance(0.4) ? id(caller) : written(random, pick(texts))}`
      : part,
  );
  const method = chance(0.65)
    ? 'GET'
    : pick(['POST', 'POST', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']);
  const asked: Asked = {
    kind: 'page',
    caller,
    method,
    path: mangled(random, path || '/') + hostileQuery(random),
    headers: chance(0.5) ? spoofedHeaders(random) : {},
  };
  if (!/GET|HEAD|OPTIONS/.test(method)) {
    const { type, body } = brokenParts(random);
    asked.body = body;
    asked.headers['content-type'] = chance(0.9) ? type : pick(['application/json', 'text/xml', '']);
    // React Router refuses forms of other sites; only those of this site reach the code behind it.
    if (chance(0.8)) asked.headers.origin ??= 'self';
  }
  return asked;
};

/** Spellings of an address that hide what it really means. */
function mangled(random: Random, path: string): string {
  const { pick, chance } = random;
  if (chance(0.85)) return path.startsWith('/') ? path : `/${path}`;
  const piece = pick(traversals)
    .toWellFormed()
    .replace(/[^!-~]+/g, encodeURIComponent);
  return pick([
    () => `${path}/${piece}`,
    () => `//${path}`,
    () => `${path}/`,
    () => `${path}.data`,
    () => `${path};a=b`,
    () => `/${piece}${path}`,
    () => path.toUpperCase(),
    () => `${path}${'/a'.repeat(300)}`,
    () => `${path}%00`,
    () => `${path}?${'a=b&'.repeat(1_500)}`,
  ] as const)();
}

const operators = [
  'eq',
  'neq',
  'gt',
  'like',
  'ilike',
  'match',
  'in',
  'is',
  'cs',
  'cd',
  'ov',
  'sl',
  'fts',
  'plfts',
  'not.eq',
  'eq(any)',
  'xx',
  '',
];

/** Tables and functions of the table API, and those that it must not expose. */
export const askTable: Make = (ground, caller) => {
  const { random, targets } = ground;
  const { pick, chance, below } = random;
  if (chance(0.3)) return askCall(ground, caller);
  const table = pick(targets.tables);
  const name = chance(0.9)
    ? table.name
    : chance(0.7)
      ? pick(targets.hiddenTables)
      : written(random, pick(texts));
  const method = pick([
    'GET',
    'GET',
    'GET',
    'HEAD',
    'POST',
    'POST',
    'PATCH',
    'DELETE',
    'PUT',
    'OPTIONS',
  ]);
  const column = () => (chance(0.9) ? pick(table.columns).name : written(random, pick(texts)));
  const value = (type = '') =>
    chance(0.5) ? asText(goodValue(ground, caller, type)) : written(random, pick(texts));
  const filter = () => {
    const { name: of, type } = pick(table.columns);
    const operator = pick(operators);
    return `${chance(0.9) ? of : column()}=${operator}.${operator === 'in' ? `(${value(type)},${value(type)})` : value(type)}`;
  };
  const other = () => pick(targets.tables).name;
  const parts = Array.from({ length: below(3) }, filter);
  if (chance(0.5))
    parts.push(
      `select=${pick([
        () => '*',
        () => [column(), column()].join(','),
        () => `*,${other()}(*)`,
        () => `${column()},...${other()}!inner(${column()},${other()}(*))`,
        () => `${column()}::text,x:${column()}->>a,count()`,
        () => `${'a('.repeat(20)}${')'.repeat(20)}`,
        () => written(random, pick(texts)),
      ] as const)()}`,
    );
  if (chance(0.2))
    parts.push(
      `${pick(['or', 'and', 'not.or'])}=(${column()}.eq.${value()},${'and('.repeat(below(12))}${column()}.is.null)`,
    );
  if (chance(0.2)) parts.push(`order=${column()}.${pick(['asc', 'desc.nullslast', 'up', ''])}`);
  if (chance(0.2)) parts.push(`limit=${value('integer')}&offset=${value('integer')}`);
  if (chance(0.1)) parts.push(`on_conflict=${column()}`, `columns=${column()}`);
  const asked: Asked = {
    kind: 'table',
    caller,
    method,
    path: `/rest/v1/${name}?${parts.join('&')}`,
    headers: chance(0.4) ? spoofedHeaders(random) : {},
  };
  if (/POST|PATCH|PUT/.test(method)) {
    const row = () =>
      Object.fromEntries(
        table.columns
          .filter(() => chance(0.4))
          .map((of) => [
            chance(0.97) ? of.name : pick(texts),
            chance(0.6) ? goodValue(ground, caller, of.type) : hostileValue(random),
          ]),
      );
    asked.body = chance(0.15)
      ? hostileJson(random)
      : JSON.stringify(chance(0.8) ? row() : Array.from({ length: below(30) }, row));
    asked.headers['content-type'] = chance(0.9)
      ? 'application/json'
      : pick([
          'text/csv',
          'text/plain',
          'application/octet-stream',
          'application/x-www-form-urlencoded',
        ]);
  }
  return asked;
};

const askCall: Make = (ground, caller) => {
  const { random, targets } = ground;
  const { pick, chance } = random;
  const call = pick(targets.calls);
  const given = call.arguments
    .filter(() => chance(0.9))
    .map(({ name, type }) => [
      name,
      chance(0.6) ? goodValue(ground, caller, type) : hostileValue(random),
    ]);
  const isRead = chance(0.2);
  const query = isRead
    ? `?${given.map(([name, value]) => `${name}=${written(random, asText(value))}`).join('&')}`
    : '';
  return {
    kind: 'call',
    caller,
    method: isRead ? 'GET' : 'POST',
    path: `/rest/v1/rpc/${call.name}${query}`,
    headers: {
      'content-type': 'application/json',
      ...(chance(0.3) && spoofedHeaders(random)),
    },
    ...(!isRead && {
      body: chance(0.1) ? hostileJson(random) : JSON.stringify(Object.fromEntries(given)),
    }),
  };
};

/** A value that fits a type, so that not everything is refused at first sight. */
function goodValue(
  { random, id }: Pick<Ground, 'random' | 'id'>,
  caller: CallerKind,
  type: string,
): unknown {
  const { pick, below, chance } = random;
  if (type === 'uuid') return id(caller);
  if (/int|numeric|real|double/.test(type)) return pick([0, 1, below(100), -1, 2_147_483_648]);
  if (type === 'boolean') return chance(0.5);
  if (/^time|^date/.test(type)) return pick(['2026-01-01T00:00:00Z', 'infinity', '2999-01-01']);
  if (type.startsWith('json')) return hostileValue(random);
  if (type.endsWith('[]')) return chance(0.5) ? [] : [pick(texts)];
  return pick([
    'Coder',
    'Full-time',
    'attacker@people.example',
    'https://work.example/',
    pick(texts),
  ]);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
