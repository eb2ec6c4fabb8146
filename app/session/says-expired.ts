/** The sentence of tables and functions, that of accounts, and the two that Supabase's files have had. */
const sentences = /jwt expired|token is expired|"exp" claim timestamp check failed/i;

/**
 * Whether a refusal means that the token has run out. Its code says it nowhere for sure: ours, PostgREST's and that of
 * Supabase's accounts differ, and the latter stands for whatever is wrong with a token.
 */
export function saysExpired({ message, msg, error }: Record<string, unknown>): boolean {
  return [message, msg, error].some((each) => typeof each === 'string' && sentences.test(each));
}
