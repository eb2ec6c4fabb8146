-- Demo content that was removed may come back under the same numbers, which therefore are forgotten first.
grant delete on private.closed_accounts to service_role;
