-- A session that ends takes along what was begun in it and would outlive it: an identity of a provider that is on its
-- way to the account. Whoever had got hold of the session could still link their own, after a new password had ended it.
create function auth.drop_pending_links() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from auth.flow_state where linking_target_id in (select user_id from ended);
  return null;
end
$$;
create trigger drop_pending_links after delete on auth.sessions referencing old table as ended
  for each statement execute function auth.drop_pending_links();
