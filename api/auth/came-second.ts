import { ApiError } from '../errors.ts';

/** What must be unique to one account, by the name of its unique index. */
const taken = new Map([
  ['users_email_partial_key', 'email_exists'],
  ['users_phone_key', 'phone_exists'],
  ['identities_provider_id_provider_unique', 'identity_already_exists'],
] as const);

/**
 * Two concurrent requests for the same value both find it free. The second waits for the first, then fails on the
 * unique index; this turns that failure into the error that a later request would get.
 */
export function cameSecond(error: unknown): ApiError | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined;
  const code = [...taken].find(([constraint]) => constraint === error.constraint)?.[1];
  return code && new ApiError(code);
}
