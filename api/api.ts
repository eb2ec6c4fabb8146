import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { JWK } from 'jose';
import type { Caller, Database } from '#database/database.ts';
import { createAuth, prepareAuth } from './auth/auth.ts';
import type { AuthDependencies } from './auth/context.ts';
import { authErrorResponse } from './auth/respond.ts';
import { ApiError } from './errors.ts';
import { createFunctions, functionErrorResponse } from './functions/functions.ts';
import { type GateKeys, identify } from './gate.ts';
import { createRest } from './rest/rest.ts';
import { createTokenVerifier } from './tokens.ts';

export type ApiDependencies = {
  database: Database;
  keys: GateKeys & { jwtKeys: readonly JWK[] };
  auth: AuthDependencies;
  /** Told about every failure that is not an ApiError. */
  reportBug: (error: unknown, requestId: string) => void;
};

/** One room of the API: it gets the request and who sent it. */
export type Service = (request: Request, caller: Caller) => Promise<Response>;

/** The whole API as one function, so that the server, server rendering and tests call it alike. */
export function createApi(dependencies: ApiDependencies): (request: Request) => Promise<Response> {
  const { database, keys, reportBug } = dependencies;
  const verifyToken = createTokenVerifier(keys.jwtKeys);
  const services: Record<string, Service> = {
    auth: createAuth(prepareAuth({ database, keys }, dependencies.auth)),
    rest: createRest({ database }),
    functions: createFunctions({ database, settings: dependencies.auth.settings }),
  };

  const api = new Hono();
  api.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      exposeHeaders: [
        'Content-Range',
        'Content-Location',
        'Range-Unit',
        'X-Request-Id',
        'X-Supabase-Api-Version',
        'X-Total-Count',
        'Link',
        'Retry-After',
      ],
      maxAge: 3600,
    }),
  );
  api.use(bodyLimit({ maxSize: 1_048_576, onError: () => tooLarge() }));
  api.all('/:service/v1/*', async ({ req }) => {
    const url = new URL(req.url);
    const caller = await identify(req.raw, url, keys, verifyToken);
    const service = services[req.param('service')];
    if (!service) throw new ApiError('not_found');
    return service(req.raw, { ...caller, request: describeRequest(req.raw, url) });
  });
  api.notFound(() => {
    throw new ApiError('not_found');
  });
  api.onError((error, { req }) => {
    const requestId = req.header('x-request-id') ?? '';
    if (!(error instanceof ApiError)) reportBug(error, requestId);
    const expected = error instanceof ApiError ? error : new ApiError('unexpected');
    if (req.path.startsWith('/auth/v1/')) return authErrorResponse(expected, req.raw);
    if (req.path.startsWith('/functions/v1/')) return functionErrorResponse(expected);
    return errorResponse(expected, expected === error ? undefined : requestId);
  });

  return async (request) => api.fetch(request);
}

export function errorResponse(error: ApiError, requestId?: string): Response {
  const { code, message, hint, status } = error;
  return Response.json({ code, message, hint, request_id: requestId }, { status });
}

function tooLarge(): Response {
  return errorResponse(new ApiError('payload_too_large'));
}

const secretHeaders = new Set(['authorization', 'apikey', 'cookie']);

/** What policies may see of the request, as on Supabase, less its secrets. */
function describeRequest(request: Request, url: URL): NonNullable<Caller['request']> {
  const headers = Object.fromEntries(
    [...request.headers].filter(([name]) => !secretHeaders.has(name)),
  );
  return { method: request.method, path: url.pathname, headers };
}
