/** Whether a service takes the token no more: it has run out, or the keys have changed. A new one is to be had. */
export function refusesToken(code: unknown): boolean {
  // Of tables, accounts and functions, ours and a project's at Supabase.
  return /PGRST30[13]|bad_jwt|(expired|invalid)_token/.test(String(code));
}
