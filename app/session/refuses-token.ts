/** Of tables, accounts and functions, ours and a project's at Supabase. */
const codes = new Set(['PGRST301', 'PGRST303', 'bad_jwt', 'expired_token', 'invalid_token']);

/** Files have no code for it: theirs, and what Supabase's have said so far. */
const sentences =
  /^(invalid jwt|jwt expired|signature verification failed|"exp" claim timestamp check failed)/i;

/** Whether a service takes the token no more: it has run out, or the keys have changed. A new one is to be had. */
export function refusesToken({ code, error_code, message, error }: Record<string, unknown>) {
  return (
    codes.has(String(error_code ?? code)) ||
    [message, error].some((each) => sentences.test(String(each)))
  );
}
