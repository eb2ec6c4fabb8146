-- What the way back from a provider is checked against. Both columns are ours.
alter table auth.flow_state
  -- The SHA-256 of the cookie of the browser that set out.
  add column browser_hash text,
  -- An identity that is linked when the browser that asked for it redeems its code.
  add column pending_identity jsonb;
