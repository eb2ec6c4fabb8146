-- The address of somebody who was asked by a link to claim a credential stayed beside the register for good, also one that was
-- mistyped and corrected since. It goes with the link; the credential waits for its holder all the same.
create function register.end_claims() returns void
language sql security definer set search_path = '' as $$
  delete from register.claims where expires_at < now()
$$;
revoke all on function register.end_claims() from public;
grant execute on function register.end_claims() to service_role;
