import type { JWK } from 'jose';
import type { Caller, Database } from '#database/database.ts';
import { DatabaseBusy, DatabaseUnavailable } from '#database/database-unavailable.ts';
import type { Crowd } from '#database/fair-turns.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { type Address, createAddressReader } from './address.ts';
import { createAdmission, createAskingAdmission } from './admit.ts';
import { createAuth, prepareAuth } from './auth/auth.ts';
import type { AuthDependencies } from './auth/context.ts';
import { siteUrlFor } from './auth/redirects.ts';
import { authErrorResponse } from './auth/respond.ts';
import type { Payments } from './billing/context.ts';
import { hasNoBody, limitBody } from './body-limit.ts';
import { clientOf } from './client.ts';
import { sayWhenAgain } from './come-again.ts';
import { nobodyAnswers, type ReadTxt } from './companies/read-txt.ts';
import { allowOrigins, answerPreflight } from './cors.ts';
import type { Issuer as CredentialIssuer } from './credentials/badge/issuer.ts';
import { ApiError, type ErrorCode } from './errors.ts';
import { createFunctions, functionErrorResponse } from './functions/functions.ts';
import { type GateKeys, identify } from './gate.ts';
import type { Project } from './project/project.ts';
import type { RealtimeLimits } from './realtime/limits.ts';
import { createOpening } from './realtime/opening.ts';
import type { NoteInSocket } from './realtime/parts.ts';
import { createRealtime } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';
import { refusalResponse } from './rest/rest-errors.ts';
import type { Running } from './running.ts';
import { refusalOfStaff } from './staff/refusals.ts';
import type { StorageDependencies } from './storage/context.ts';
import { FilesUnavailable } from './storage/files.ts';
import { createStorage } from './storage/storage.ts';
import { StorageError, storageErrorResponse } from './storage/storage-errors.ts';
import { isResumable, tusAbilities } from './storage/tus.ts';
import { createIssuerVerifier, createTokenVerifier, type Issuer } from './tokens.ts';
import { unkeptRows } from './unkept.ts';

export type ApiDependencies = {
  database: Database;
  keys: GateKeys & { jwtKeys: readonly JWK[] };
  auth: AuthDependencies;
  storage: StorageDependencies;
  /** Schemas whose tables and functions are exposed; only `public` if none are named. */
  schemas?: readonly string[];
  /** Who signs the tokens, when a Supabase project has the accounts, tables, files and live updates. */
  issuer?: Issuer;
  /** That project. */
  project?: Project | undefined;
  /** Missing if no payment service is set up. */
  payments?: Payments;
  /** Looks up DNS records. If missing, no record is ever found. */
  readTxt?: ReadTxt | undefined;
  /** Who signs credentials; missing if this site awards none. */
  credentials?: CredentialIssuer | undefined;
  /** Address of the script that fills in pages which only some people may see. */
  ownPageScript?: string | undefined;
  /** The process around the API. */
  running?: Running | undefined;
  /** Instead of the usual limits. */
  realtimeLimits?: Partial<RealtimeLimits>;
  /** Told about refusals and limits in sockets, and the client they hit. */
  noteInSocket?: NoteInSocket | undefined;
  /** Told about every failure that is not an ApiError. */
  reportBug: (error: unknown, requestId: string) => void;
};

/** One service of the API: it gets the request and who sent it. */
type Service = (request: Request, caller: Caller) => Promise<Response>;

export type Api = ((request: Request) => Promise<Response>) & {
  /** The server accepts sockets and hands them over. */
  realtime: ReturnType<typeof createRealtime> & { open: ReturnType<typeof createOpening> };
};

/** The whole API as one function, so that the server, server rendering and tests all call it the same way. */
export function createApi(dependencies: ApiDependencies): Api {
  const { database, keys, payments, issuer, reportBug } = dependencies;
  const verifyToken = issuer ? createIssuerVerifier(issuer) : createTokenVerifier(keys.jwtKeys);
  const admit = issuer ? createAskingAdmission(database) : createAdmission(database);
  const readAddress = createAddressReader(keys.secretKey);
  const auth = prepareAuth({ database, keys }, dependencies.auth);
  const realtime = createRealtime({
    database,
    verifyToken,
    keys,
    reportBug: (error) => reportBug(error, ''),
    limits: dependencies.realtimeLimits,
    note: dependencies.noteInSocket,
  });
  const services: Record<string, Service> = {
    realtime: (request, caller) => realtime.answer(request, caller, clientOf(request).counted),
    auth: createAuth(auth),
    rest: createRest({ database, reportBug, schemas: dependencies.schemas }),
    functions: createFunctions({
      ...auth,
      files: dependencies.storage.files,
      project: dependencies.project,
      readTxt: dependencies.readTxt ?? nobodyAnswers,
      credentials: dependencies.credentials,
      ownPageScript: dependencies.ownPageScript,
      running: dependencies.running,
      billing: payments && { database, payments },
      reportBug: (error) => reportBug(error, ''),
    }),
    storage: createStorage({
      database,
      secretKey: keys.secretKey,
      admit,
      siteUrlFor: (url) => siteUrlFor(auth.settings, url),
      ...dependencies.storage,
    }),
  };

  async function answer(incoming: Request, address: Address): Promise<Response> {
    const caller = await identify(incoming, address, keys, verifyToken);
    noteOfRequest({ role: caller.role });
    const service = services[address.service];
    if (!service) throw new ApiError('not_found');
    // The authentication service checks the session itself, and lets a half-complete one be completed.
    if (caller.role === 'authenticated' && service !== services.auth) await admit(caller.claims);
    // Storage has limits of its own, and applies them before it reads.
    const isBounded =
      service === services.storage || hasNoBody(incoming) || takesFile.test(address.pathname);
    const request = isBounded ? incoming : await limitBody(incoming);
    const described = describeRequest(request, address.path);
    const response = await service(request, { ...caller, request: described });
    return service === services.rest ? response : allowOrigins(response);
  }

  function answerFailure(error: unknown, request: Request, address: Address): Response {
    const requestId = request.headers.get('x-request-id') ?? '';
    if (error instanceof StorageError) {
      noteOfRequest({ code: error.code });
      return allowOrigins(storageErrorResponse(error));
    }
    // Being busy is not a fault, and a log line for each refusal would make it worse.
    const isExpected = error instanceof ApiError || refusalOfStaff(error) !== undefined;
    if (!(isExpected || error instanceof DatabaseBusy)) reportBug(error, requestId);
    const expected = asExpected(error);
    noteOfRequest({ code: expected.code });
    return allowOrigins(refuse(expected, request, address, isExpected ? undefined : requestId));
  }

  async function call(request: Request): Promise<Response> {
    const address = readAddress(request.url);
    if (request.method === 'OPTIONS' && !asksForMethods(request, address)) {
      return answerPreflight(request, isResumable(address) ? tusAbilities : {});
    }
    let response: Response;
    try {
      response = await answer(request, address);
    } catch (error) {
      response = answerFailure(error, request, address);
    }
    // The rest of a body that is too large is not read, so the connection cannot be used again.
    if (response.status === 413) response.headers.set('connection', 'close');
    sayWhenAgain(response);
    return response;
  }
  return Object.assign(call, { realtime: { ...realtime, open: createOpening(keys, verifyToken) } });
}

/** Asks which methods a table accepts; a preflight request of a browser does not. */
function asksForMethods({ headers }: Request, { service }: Address): boolean {
  return service === 'rest' && !headers.has('access-control-request-method');
}

/** Functions that take a file. The door limits their size, and each function checks again. */
const takesFile = /^\/functions\/v1\/(apply-as-guest|keep-resume)$/;

function asExpected(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const refusal = refusalOfStaff(error);
  if (refusal) return refusal;
  if (error instanceof DatabaseBusy && error.why === 'own crowd') return crowdError(error.why);
  if (error instanceof FilesUnavailable) return comeAgain('files_unavailable');
  // Our own statement timed out because others took the time: it will succeed when they are done.
  const isLate = error instanceof Error && 'code' in error && error.code === '57014';
  if (!isLate && !(error instanceof DatabaseUnavailable)) return new ApiError('unexpected');
  return comeAgain('database_unavailable');
}

/** For a request that gets no turn at the database. */
export function crowdError(crowd: Crowd): ApiError {
  return comeAgain(crowd === 'own crowd' ? 'too_many_at_once' : 'database_unavailable');
}

const comeAgain = (code: ErrorCode) => new ApiError(code, undefined, undefined, { retryAfter: 2 });

/** An expected failure, in the format of the service that was called. */
export function refuse(
  error: ApiError,
  request: Request,
  { pathname }: { pathname: string },
  requestId?: string,
): Response {
  const response = pathname.startsWith('/auth/v1/')
    ? authErrorResponse(error, request)
    : pathname.startsWith('/functions/v1/')
      ? functionErrorResponse(error, pathname)
      : pathname.startsWith('/storage/v1/')
        ? storageErrorResponse(error)
        : pathname.startsWith('/rest/v1/')
          ? refusalResponse(error, requestId)
          : errorResponse(error, requestId);
  const { retryAfter, allow } = error.details;
  if (retryAfter) response.headers.set('retry-after', String(retryAfter));
  if (allow) response.headers.set('allow', [...allow, 'OPTIONS'].join(', '));
  return response;
}

function errorResponse(error: ApiError, requestId?: string): Response {
  const { code, message, hint, status } = error;
  return Response.json(
    { code, message, hint, request_id: requestId },
    { status, headers: unkeptRows },
  );
}

const secretHeaders = new Set(['authorization', 'apikey', 'cookie']);

/**
 * What policies may see of the request, as on Supabase: without its secrets, and without the service in its path.
 * Computed only when needed: most functions ask as the service role, which has no policies.
 */
export function describeRequest(request: Request, path: string): NonNullable<Caller['request']> {
  return new DescribedRequest(request, path);
}

/**
 * A class, because V8 gives every object literal with a getter a hidden class of its own, which keeps
 * the whole request in memory long after the answer.
 */
class DescribedRequest {
  readonly #request: Request;
  readonly path: string;

  constructor(request: Request, path: string) {
    this.#request = request;
    this.path = path;
  }

  get method(): string {
    return this.#request.method;
  }

  get headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const [name, value] of this.#request.headers) {
      if (!secretHeaders.has(name)) headers[name] = value;
    }
    return headers;
  }
}
