/**
 * Whether a service no longer accepts the token, because it has expired or the keys have changed: a new one will help.
 */
export function refusesToken(code: unknown): boolean {
  // The codes of tables, auth and functions, ours and Supabase's.
  return /PGRST30[13]|bad_jwt|(expired|invalid)_token/.test(String(code));
}
