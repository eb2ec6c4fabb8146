import { remembered } from '../../remembered.ts';
import { limits } from '../limits.ts';
import { createRecentlyUsed } from '../recently-used.ts';
import { refuse } from '../rest-errors.ts';
import type { Asked, Head } from './asked.ts';
import { readFormat } from './media-type.ts';
import { refuseStrangeFilter } from './parse-conditions.ts';
import { type Query, readQuery } from './parse-query.ts';
import { readPayload } from './payload.ts';
import { readPreferences } from './preferences.ts';
import { keptKeys, textOfShape } from './shape.ts';

const tableActions: Record<string, Asked['action']> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PUT: 'put',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Parses requests to these schemas. */
export function createRequestReader(schemas: readonly string[]) {
  /** Many visitors send exactly the same request, such as for the newest jobs, so parsing is cached. */
  const known = createRecentlyUsed<Asked>({
    items: limits.cachedPlans,
    weight: limits.cachedCharacters,
    weigh: (key, { shapeText, place = '' }) =>
      key.length + place.length + shapeText.length * (1 + keptKeys),
  });

  function readHead(request: Request): Asked | undefined {
    const { method, url, headers } = request;
    const given = {
      range: method === 'GET' ? headers.get('range') : null,
      accept: headers.get('accept') ?? '',
      prefer: headers.get('prefer') ?? '',
      profile: profileOf(request),
    };
    if (given.range !== null || url.length > limits.cachedUrlLength) {
      return parseHead(method, url, given, schemas);
    }
    // Headers cannot contain a line break.
    const profile = given.profile === null ? '' : `=${given.profile}`;
    const key = `${method}\n${given.accept}\n${given.prefer}\n${profile}\n${url}`;
    const before = known.find(key);
    if (before) return before;
    const head = parseHead(method, url, given, schemas);
    if (head) known.keep(key, head);
    return head;
  }

  /** Undefined for requests to the root. */
  return (request: Request): Asked | undefined | Promise<Asked> => {
    const head = readHead(request);
    return head && bringsBody(request) ? withBody(head, request) : head;
  };
}

function bringsBody({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
}

async function withBody(head: Asked, request: Request): Promise<Asked> {
  return { ...head, payload: await readPayload(request, head.action === 'call') };
}

type Given = Record<'accept' | 'prefer', string> & Record<'range' | 'profile', string | null>;

function parseHead(
  method: string,
  url: string,
  { range, accept, prefer, profile }: Given,
  schemas: readonly string[],
): Asked | undefined {
  const isReading = method === 'GET' || method === 'HEAD';
  const { target, isCall, query } = readTableAddress(url, range);
  if (target === '') return undefined;
  const action = isCall ? 'call' : tableActions[method];
  if (!action) refuse('PGRST117', { message: `Unsupported HTTP method: ${method}` });
  if (isCall && !isReading && method !== 'POST') {
    refuse('PGRST101', { message: `Cannot use the ${method} method on RPC` });
  }
  if (!isCall) checkParameters(query);
  const head: Head = {
    action,
    ...chooseSchema(profile, schemas),
    target,
    isHead: method === 'HEAD',
    query,
    preferences: readPreferences(prefer),
    format: readFormat(accept),
  };
  const shapeText = textOfShape(head);
  const keyOf = remembered((rest) => `${rest}\n${shapeText}`, keptKeys);
  const place = action === 'read' ? placeOf(url) : undefined;
  return { ...head, shapeText, keyOf, route: routeOf(head), place };
}

/** The URL without host and key, with sorted parameters. Proxies accept no header that is much longer. */
function placeOf(address: string): string | undefined {
  if (address.length > limits.cachedUrlLength) return undefined;
  const { pathname, searchParams } = new URL(address);
  searchParams.delete('apikey');
  searchParams.sort();
  const text = [...searchParams].map((pair) => pair.map(escaped).join('=')).join('&');
  const place = text === '' ? pathname : `${pathname}?${text}`;
  return place.length > limits.cachedUrlLength ? undefined : place;
}

function escaped(text: string): string {
  const sign = (one: string) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, sign);
}

function routeOf({ action, target }: Head): string {
  const name = /^\w+$/.test(target) ? target : '*';
  return action === 'call' ? `/rest/v1/rpc/${name}` : `/rest/v1/${name}`;
}

type Address = { target: string; isCall: boolean; query: Query };

export function readTableAddress(text: string, range: string | null): Address {
  const url = new URL(text);
  return { ...readPath(url.pathname), query: readQuery(url, range) };
}

function readPath(pathname: string): { target: string; isCall: boolean } {
  const path = pathname.replace(/^\/rest\/v1\/?/, '');
  if (path === '') return { target: '', isCall: false };
  const [first = '', second, ...more] = path.split('/');
  const isCall = first === 'rpc' && second !== undefined;
  if (first === '' || second === '' || more.length > 0 || (second !== undefined && !isCall)) {
    refuse('PGRST125', { message: 'Invalid path specified in request URL' });
  }
  return { target: decode(isCall ? (second ?? '') : first), isCall };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    refuse('PGRST125', { message: 'Invalid path specified in request URL' });
  }
}

function checkParameters({ args }: Query): void {
  for (const [text = ''] of args.values()) refuseStrangeFilter(text);
}

const profileHeaders: Record<string, string> = {
  POST: 'content-profile',
  PUT: 'content-profile',
  PATCH: 'content-profile',
  DELETE: 'content-profile',
};

/** The schema named by a request. */
export function profileOf({ method, headers }: Request): string | null {
  return headers.get(profileHeaders[method] ?? 'accept-profile');
}

/** The first schema is the default. */
export function chooseSchema(profile: string | null, schemas: readonly string[]) {
  if (profile === null) return { schema: schemas[0] ?? 'public', isSchemaTold: schemas.length > 1 };
  if (!schemas.includes(profile)) {
    refuse('PGRST106', {
      message: `Invalid schema: ${profile}`,
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    });
  }
  return { schema: profile, isSchemaTold: true };
}
