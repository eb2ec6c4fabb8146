import { ApiError } from '../errors.ts';

/** What only one account can have, by the name under which the database watches over it. */
const taken = new Map([
  ['users_email_partial_key', 'email_exists'],
  ['users_phone_key', 'phone_exists'],
  ['identities_provider_id_provider_unique', 'identity_already_exists'],
] as const);

/**
 * Of two who want the same at the same moment, both find it free; the second waits for the first and then hears
 * what somebody who comes later would.
 */
export function cameSecond(error: unknown): ApiError | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined;
  const code = [...taken].find(([constraint]) => constraint === error.constraint)?.[1];
  return code && new ApiError(code);
}
