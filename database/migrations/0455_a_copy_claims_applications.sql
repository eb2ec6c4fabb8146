-- The copy of an account is also made for somebody who is blocked, and so can no longer request anything themselves.
grant execute on function private.claim_applications(uuid) to service_role;
