/** The codes of tables, accounts and functions, ours and a project's at Supabase. Files have sentences in their place. */
const refusal =
  /PGRST30[13]|bad_jwt|(expired|invalid)_token|invalid jwt|jwt expired|signature verification|"exp" claim/i;

/** Whether a service takes the token no more: it has run out, or the keys have changed. A new one is to be had. */
export function refusesToken({ code, error_code, message, error }: Record<string, unknown>) {
  return refusal.test([error_code ?? code, message, error].join());
}
