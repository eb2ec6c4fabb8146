import { ApiError, type ErrorCode, type ErrorDetails } from '../errors.ts';

const apiVersionHeader = 'x-supabase-api-version';
/** For clients that do not read the body; sent with both formats. */
const errorCodeHeader = 'x-sb-error-code';

/** Errors in Supabase Auth's format, for the API version that the client asks for. */
export function authErrorResponse(error: ApiError, request: Request): Response {
  const { code, message, status, details } = asAuthError(error);
  const isDated = (request.headers.get(apiVersionHeader) ?? '') >= '2024-01-01';
  const headers = new Headers({ 'cache-control': 'no-store', [errorCodeHeader]: code });
  if (isDated) headers.set(apiVersionHeader, '2024-01-01');
  const body = isDated ? { code, message } : { code: status, error_code: code, msg: message };
  return Response.json(
    { ...body, ...(details.reasons ? { weak_password: { reasons: details.reasons } } : {}) },
    { status, headers },
  );
}

/** Translates the gate's errors into Supabase Auth's. */
function asAuthError(error: ApiError): {
  code: string;
  message: string;
  status: number;
  details: ErrorDetails;
} {
  if (error.code === 'expired_token') {
    return new ApiError(
      'bad_jwt',
      'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
    );
  }
  if (error.code === 'invalid_token') return new ApiError('bad_jwt');
  const code = otherwiseCalled[error.code];
  return code ? { ...error, message: error.message, code } : error;
}

const otherwiseCalled: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'request_entity_too_large',
  unexpected: 'unexpected_failure',
};

/** Responses about accounts and tokens must never be cached. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

export function redirect(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}
