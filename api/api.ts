import type { JWK } from 'jose';
import type { Caller, Database } from '#database/database.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import { createQueue } from '#database/queue.ts';
import { createAuth, prepareAuth } from './auth/auth.ts';
import type { AuthDependencies } from './auth/context.ts';
import { authErrorResponse } from './auth/respond.ts';
import type { Payments } from './billing/context.ts';
import { limitBody } from './body-limit.ts';
import { allowOrigins, answerPreflight } from './cors.ts';
import { ApiError } from './errors.ts';
import { createFunctions, functionErrorResponse } from './functions/functions.ts';
import { type GateKeys, identify } from './gate.ts';
import { createRest } from './rest/rest.ts';
import type { StorageDependencies } from './storage/context.ts';
import { createStorage } from './storage/storage.ts';
import { StorageError, storageErrorResponse } from './storage/storage-errors.ts';
import { createTokenVerifier } from './tokens.ts';

export type ApiDependencies = {
  database: Database;
  keys: GateKeys & { jwtKeys: readonly JWK[] };
  auth: AuthDependencies;
  storage: StorageDependencies;
  /** Missing where nothing can be paid. */
  payments?: Payments;
  /** Told about every failure that is not an ApiError. */
  reportBug: (error: unknown, requestId: string) => void;
};

/** One room of the API: it gets the request and who sent it. */
export type Service = (request: Request, caller: Caller) => Promise<Response>;

/** The whole API as one function, so that the server, server rendering and tests call it alike. */
export function createApi(dependencies: ApiDependencies): (request: Request) => Promise<Response> {
  const { database, keys, payments, reportBug } = dependencies;
  const verifyToken = createTokenVerifier(keys.jwtKeys);
  const auth = prepareAuth({ database, keys }, dependencies.auth);
  const services: Record<string, Service> = {
    auth: createAuth(auth),
    rest: createRest({ database }),
    functions: createFunctions({
      ...auth,
      files: dependencies.storage.files,
      queue: createQueue(),
      billing: payments && { database, payments, queue: createQueue() },
      reportBug: (error) => reportBug(error, ''),
    }),
    storage: createStorage({ database, secretKey: keys.secretKey, ...dependencies.storage }),
  };

  async function answer(incoming: Request, url: URL): Promise<Response> {
    const caller = await identify(incoming, url, keys, verifyToken);
    const service = services[url.pathname.match(/^\/(\w+)\/v1\//)?.[1] ?? ''];
    if (!service) throw new ApiError('not_found');
    // Storage has limits of its own, and refuses before it reads.
    const request = service === services.storage ? incoming : await limitBody(incoming);
    return service(request, { ...caller, request: describeRequest(request, url) });
  }

  function answerFailure(error: unknown, request: Request, url: URL): Response {
    const requestId = request.headers.get('x-request-id') ?? '';
    if (error instanceof StorageError) return storageErrorResponse(error);
    if (!(error instanceof ApiError)) reportBug(error, requestId);
    const expected = asExpected(error);
    const response = failureResponse(expected, error, request, url, requestId);
    const { retryAfter } = expected.details;
    if (retryAfter) response.headers.set('retry-after', String(retryAfter));
    return response;
  }

  function failureResponse(
    expected: ApiError,
    error: unknown,
    request: Request,
    url: URL,
    requestId: string,
  ): Response {
    if (url.pathname.startsWith('/auth/v1/')) return authErrorResponse(expected, request);
    if (url.pathname.startsWith('/functions/v1/')) return functionErrorResponse(expected);
    if (url.pathname.startsWith('/storage/v1/')) return storageErrorResponse(expected);
    return errorResponse(expected, expected === error ? undefined : requestId);
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return answerPreflight(request);
    const url = new URL(request.url);
    const response = await answer(request, url).catch((error) =>
      answerFailure(error, request, url),
    );
    // The rest of a body that is too large is not read, so the connection cannot be used again.
    if (response.status === 413) response.headers.set('connection', 'close');
    return allowOrigins(response);
  };
}

function asExpected(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof DatabaseUnavailable)) return new ApiError('unexpected');
  return new ApiError('database_unavailable', undefined, undefined, { retryAfter: 2 });
}

export function errorResponse(error: ApiError, requestId?: string): Response {
  const { code, message, hint, status } = error;
  return Response.json({ code, message, hint, request_id: requestId }, { status });
}

const secretHeaders = new Set(['authorization', 'apikey', 'cookie']);

/** What policies may see of the request, as on Supabase, less its secrets. */
function describeRequest(request: Request, url: URL): NonNullable<Caller['request']> {
  const headers = Object.fromEntries(
    [...request.headers].filter(([name]) => !secretHeaders.has(name)),
  );
  return { method: request.method, path: url.pathname, headers };
}
