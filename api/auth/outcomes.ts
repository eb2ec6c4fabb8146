import type { ApiError } from '../errors.ts';
import { withFragment, withQuery } from './redirects.ts';
import type { TokenResponse } from './sessions/sessions.ts';

/** As Supabase Auth marks its fragments, by which a client tells them from those of others. */
const ours = { sb: '' };

/** The addresses that send a browser on with what has come of a link or of a provider. */
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

/** The words of OAuth for what went wrong, by status, as Supabase Auth chooses them. */
const kinds: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** `kind` is what a provider said in the words of OAuth, where one did. */
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

/** In the fragment for clients of the implicit flow, and in the query too for those of PKCE. */
export function withOutcome(
  target: string,
  values: Record<string, string>,
  isPkce: boolean,
): string {
  return withFragment(isPkce ? withQuery(target, values) : target, { ...values, ...ours });
}
