import { type Format, readFormat } from './media-type.ts';
import { type Query, readQuery } from './parse-query.ts';
import { type Payload, readPayload } from './payload.ts';
import { type Preferences, readPreferences } from './preferences.ts';
import { refuse } from './rest-errors.ts';

/** A request, understood but not yet compared with the schema. */
export type Asked = {
  action: 'read' | 'insert' | 'update' | 'delete' | 'call';
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
  PATCH: 'update',
  DELETE: 'delete',
};

export async function readRequest(request: Request): Promise<Asked> {
  const url = new URL(request.url);
  const { method, headers } = request;
  const { target, isCall } = readPath(url.pathname);
  const action = isCall ? 'call' : tableActions[method];
  if (!action) refuse('PGRST117', { message: `Unsupported HTTP method: ${method}` });
  if (isCall && !['GET', 'HEAD', 'POST'].includes(method)) {
    refuse('PGRST101', { message: `Cannot use the ${method} method on RPC` });
  }
  checkProfile(headers);
  const isReading = method === 'GET' || method === 'HEAD';
  const query = readQuery(url, isReading ? headers.get('range') : null);
  return {
    action,
    target,
    isHead: method === 'HEAD',
    query,
    preferences: readPreferences(headers.get('prefer')),
    format: readFormat(headers.get('accept')),
    payload: isReading || method === 'DELETE' ? undefined : await readPayload(request),
  };
}

function readPath(pathname: string): { target: string; isCall: boolean } {
  const [first = '', second, ...more] = pathname.replace(/^\/rest\/v1\/?/, '').split('/');
  if (first === '') refuse('PGRST126', { message: 'Root endpoint metadata is disabled' });
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

/** Only schema public is here, which is also what the official client asks for. */
function checkProfile(headers: Headers): void {
  const profile = headers.get('accept-profile') ?? headers.get('content-profile');
  if (profile && profile !== 'public') {
    refuse('PGRST106', {
      message: `Invalid schema: ${profile}`,
      hint: 'Only the following schemas are exposed: public',
    });
  }
}
