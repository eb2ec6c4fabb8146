import type { Role } from '#database/database.ts';
import type { ApiError, ErrorCode } from '../errors.ts';
import { everyAnswer } from './every-answer.ts';

type Headers = Record<string, string>;
type Extra = { message: string; details?: unknown; hint?: string | null; headers?: Headers };

/** An error response in PostgREST's format. */
export class RestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Headers;

  constructor(
    code: string,
    status: number,
    { message, details = null, hint = null, headers = {} }: Extra,
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.hint = hint;
    this.headers = headers;
  }
}

const statuses: Record<string, number> = {
  PGRST100: 400,
  PGRST101: 405,
  PGRST102: 400,
  PGRST103: 416,
  PGRST106: 406,
  PGRST107: 406,
  PGRST105: 405,
  PGRST108: 400,
  PGRST111: 500,
  PGRST112: 500,
  PGRST114: 400,
  PGRST115: 400,
  PGRST116: 406,
  PGRST117: 405,
  PGRST118: 400,
  PGRST119: 400,
  PGRST120: 400,
  PGRST121: 500,
  PGRST122: 400,
  PGRST124: 400,
  PGRST125: 404,
  PGRST127: 400,
  PGRST128: 400,
  PGRST200: 400,
  PGRST201: 300,
  PGRST202: 404,
  PGRST203: 300,
  PGRST204: 400,
  PGRST205: 404,
};

export function refuse(code: string, extra: Extra): never {
  throw new RestError(code, statuses[code] ?? 400, extra);
}

/** For what PostgREST supports and this API deliberately does not. */
export function refuseUnsupported(details: string): never {
  refuse('PGRST127', { message: 'Feature not implemented', details });
}

/** Same message as PostgreSQL's, so that clients see one error for one mistake. */
export function refuseColumn(label: string, column: string): never {
  throw new RestError('42703', 400, { message: `column ${label}.${column} does not exist` });
}

type PostgresError = Error & {
  code: string;
  detail?: string | null;
  hint?: string | null;
  severity: string;
};

function isPostgresError(error: unknown): error is PostgresError {
  return (
    error instanceof Error &&
    'severity' in error &&
    'code' in error &&
    typeof error.code === 'string'
  );
}

export function isRaised(error: unknown): error is PostgresError {
  return isPostgresError(error) && error.code === 'PGRST';
}

/**
 * Converts PostgreSQL's errors to responses; anything that is neither the caller's fault nor ours is a bug and passes
 * through.
 */
export function toRestError(error: unknown, role: Role): unknown {
  // The account was blocked after passing the gate: answered as there.
  if (!isPostgresError(error) || error.code === 'SF423') return error;
  const status = statusOfSqlState(error.code, role);
  // A search text can be malformed (also 42601); our own SQL cannot be, or it is a bug.
  const isOurs = error.message.startsWith('syntax error at or near');
  // Caused by a view, a function or a policy, never by what the caller sent.
  const isTheirs =
    error.message === 'more than one row returned by a subquery used as an expression';
  if (status === undefined || isOurs || isTheirs) return error;
  return answerWith(error, status);
}

/** Details of a failure inside a policy or a function, for the service role, which may see and fix it. */
export function explainFailure(error: unknown): RestError | undefined {
  return isPostgresError(error) ? answerWith(error, 500) : undefined;
}

function answerWith({ code, message, detail = null, hint = null }: PostgresError, status: number) {
  return new RestError(code, status, { message, details: detail, hint });
}

const sqlStates: [pattern: RegExp, status: number][] = [
  [/^(23503|23505)$/, 409],
  [/^25006$/, 405],
  [/^42P01$/, 404],
  [/^(0L|0P|28)/, 403],
  [/^57014$/, 504],
  [/^(08|53|57)/, 503],
  [/^55P03$/, 503],
  [/^40/, 409],
  [/^(42P17|42P02)$/, 500],
  [/^(09|2D|3B|58|F0|HV|XX)/, 500],
];

function statusOfSqlState(code: string, role: Role): number | undefined {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  // A function may choose its status: raise sqlstate 'PT402'.
  const chosen = /^PT([45]\d\d)$/.exec(code)?.[1];
  if (chosen) return Number(chosen);
  const status = sqlStates.find(([pattern]) => pattern.test(code))?.[1] ?? 400;
  return status === 500 ? undefined : status;
}

/** Also a status that a function says. */
export const hasBody = (status: number) => ![204, 205, 304].includes(status);

export function errorResponse(error: RestError, requestId?: string): Response {
  const { code, message, details, hint, status } = error;
  const headers: Headers = {
    ...everyAnswer,
    'Content-Type': 'application/json; charset=utf-8',
    ...error.headers,
  };
  // A function may use any characters in its code.
  if (/^\w+$/.test(code)) headers['Proxy-Status'] = `PostgREST; error=${code}`;
  if (status === 401) headers['WWW-Authenticate'] ??= 'Bearer';
  const body = { code, message, details, hint, request_id: requestId };
  return new Response(hasBody(status) ? JSON.stringify(body) : null, { status, headers });
}

/** PostgREST's codes for token errors, by which its clients know that they must refresh. */
const codesOfTokens: Partial<Record<ErrorCode, string>> = {
  expired_token: 'PGRST303',
  invalid_token: 'PGRST301',
};

/** Refusals by the gate, in this service's format. */
export function refusalResponse(refusal: ApiError, requestId?: string): Response {
  const { message, hint = null, status } = refusal;
  const { flaw } = refusal.details;
  const ofToken = flaw === 'claims' ? 'PGRST303' : codesOfTokens[refusal.code];
  const details = flaw === 'signature' ? 'None of the keys was able to decode the JWT' : null;
  const headers: Headers = ofToken
    ? { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` }
    : {};
  const error = new RestError(ofToken ?? refusal.code, status, { message, details, hint, headers });
  return errorResponse(error, requestId);
}
