import type { ApiError } from '../errors.ts';
import { withFragment, withQuery } from './redirects.ts';
import type { TokenResponse } from './sessions/sessions.ts';

/** How Supabase Auth marks its fragments, so that clients can tell them from others. */
const ours = { sb: '' };

/** The URLs that carry the outcome of a link or a provider to the client. */
export function withSession(
  target: string,
  answer: TokenResponse,
  more: Record<string, string>,
): string {
  return withFragment(target, {
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    refresh_token: answer.refresh_token,
    token_type: answer.token_type,
    ...more,
    ...ours,
  });
}

/** OAuth error codes by status, as Supabase Auth chooses them. */
const kinds: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** `kind` is the provider's OAuth error code, if it sent one. */
export function withError(
  target: string,
  error: ApiError,
  isPkce: boolean,
  kind = kinds[error.status] ?? 'access_denied',
): string {
  return withOutcome(
    target,
    {
      error: kind,
      error_code: error.code,
      error_description: error.message,
    },
    isPkce,
  );
}

/** In the fragment for clients of the implicit flow, and also in the query for those of PKCE. */
export function withOutcome(
  target: string,
  values: Record<string, string>,
  isPkce: boolean,
): string {
  return withFragment(isPkce ? withQuery(target, values) : target, { ...values, ...ours });
}
