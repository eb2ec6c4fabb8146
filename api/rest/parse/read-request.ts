import { limits } from '../limits.ts';
import { createRecentlyUsed } from '../recently-used.ts';
import { refuse } from '../rest-errors.ts';
import { type Format, readFormat } from './media-type.ts';
import { type Query, readQuery } from './parse-query.ts';
import { type Payload, readPayload } from './payload.ts';
import { type Preferences, readPreferences } from './preferences.ts';

/** A request, understood but not yet compared with the schema. */
export type Asked = {
  action: 'read' | 'insert' | 'put' | 'update' | 'delete' | 'call';
  schema: string;
  /** Whether the answer is to say which schema it is about. */
  isSchemaTold: boolean;
  /** The name of a table or view, or of a function. */
  target: string;
  isHead: boolean;
  query: Query;
  preferences: Preferences;
  format: Format;
  /** Missing where the arguments of a function are in the URL. */
  payload?: Payload;
};

const tableActions: Record<string, Asked['action']> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PUT: 'put',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Nothing where the root is asked for. */
export async function readRequest(
  request: Request,
  schemas: readonly string[],
): Promise<Asked | undefined> {
  const { method, headers } = request;
  const isReading = method === 'GET' || method === 'HEAD';
  const { target, isCall, query } = readAddress(
    request.url,
    method === 'GET' ? headers.get('range') : null,
  );
  if (target === '') return undefined;
  const action = isCall ? 'call' : tableActions[method];
  if (!action) refuse('PGRST117', { message: `Unsupported HTTP method: ${method}` });
  if (isCall && !isReading && method !== 'POST') {
    refuse('PGRST101', { message: `Cannot use the ${method} method on RPC` });
  }
  if (!isCall) checkParameters(query);
  return {
    action,
    ...chooseSchema(request, schemas),
    target,
    isHead: method === 'HEAD',
    query,
    preferences: readPreferences(headers.get('prefer')),
    format: readFormat(headers.get('accept')),
    payload: isReading || method === 'DELETE' ? undefined : await readPayload(request, isCall),
  };
}

type Address = { target: string; isCall: boolean; query: Query };

/** Many visitors ask exactly the same, such as the newest jobs; that is read only once. */
const addresses = createRecentlyUsed<Address>({
  items: limits.cachedPlans,
  weight: limits.cachedCharacters,
  weigh: (url) => url.length,
});

export function readAddress(url: string, range: string | null): Address {
  if (range !== null || url.length > limits.cachedUrlLength) return parseAddress(url, range);
  return addresses.get(url, () => parseAddress(url, null));
}

function parseAddress(text: string, range: string | null): Address {
  const url = new URL(text);
  return { ...readPath(url.pathname), query: readQuery(url, range) };
}

function readPath(pathname: string): { target: string; isCall: boolean } {
  const [first = '', second, ...more] = pathname.replace(/^\/rest\/v1\/?/, '').split('/');
  if (first === '') return { target: '', isCall: false };
  const isCall = first === 'rpc' && second !== undefined;
  if (more.length > 0 || (second !== undefined && !isCall)) {
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

/** What is neither a filter nor known would otherwise have to be ignored. */
function checkParameters({ args }: Query): void {
  const [strange] = args;
  if (!strange) return;
  refuse('PGRST100', {
    message: `"failed to parse filter (${strange[1][0]})" (line 1, column 1)`,
    details: `'${strange[0]}' is neither a filter (name=operator.value) nor a parameter of this API.`,
  });
}

const profileHeaders: Record<string, string> = {
  POST: 'content-profile',
  PUT: 'content-profile',
  PATCH: 'content-profile',
  DELETE: 'content-profile',
};

/** The first schema is the one that is meant where none is named. */
export function chooseSchema({ method, headers }: Request, schemas: readonly string[]) {
  const profile = headers.get(profileHeaders[method] ?? 'accept-profile');
  if (profile === null) return { schema: schemas[0] ?? 'public', isSchemaTold: schemas.length > 1 };
  if (!schemas.includes(profile)) {
    refuse('PGRST106', {
      message: `Invalid schema: ${profile}`,
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    });
  }
  return { schema: profile, isSchemaTold: true };
}
