-- Every process keeps in memory which sessions may go on. What ends a session, closes an account or
-- changes the level that a person needs is told to all of them, with the transaction that did it.
-- Beginnings are not told: what nobody knows yet is asked of the database.

create function auth.tell_of_session() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    perform pg_notify('sessions_changed', 'all');
  elsif tg_table_name = 'users' then
    perform pg_notify('sessions_changed', old.id::text);
  else
    if tg_op <> 'INSERT' then perform pg_notify('sessions_changed', old.user_id::text); end if;
    if tg_op <> 'DELETE' then perform pg_notify('sessions_changed', new.user_id::text); end if;
  end if;
  return null;
end
$$;

create trigger tell_of_end after delete on auth.sessions
  for each row execute function auth.tell_of_session();
create trigger tell_of_change after update of id, user_id, aal, not_after on auth.sessions
  for each row execute function auth.tell_of_session();
create trigger tell_of_end_of_all after truncate on auth.sessions
  for each statement execute function auth.tell_of_session();

create trigger tell_of_end after delete on auth.users
  for each row execute function auth.tell_of_session();
create trigger tell_of_change after update of id, banned_until, deleted_at on auth.users
  for each row
  when ((old.id, old.banned_until, old.deleted_at) is distinct from (new.id, new.banned_until, new.deleted_at))
  execute function auth.tell_of_session();
create trigger tell_of_end_of_all after truncate on auth.users
  for each statement execute function auth.tell_of_session();

-- The first verified factor makes half sessions of all that stand at aal1.
create trigger tell_of_change after insert or delete or update of user_id, status, factor_type on auth.mfa_factors
  for each row execute function auth.tell_of_session();
create trigger tell_of_end_of_all after truncate on auth.mfa_factors
  for each statement execute function auth.tell_of_session();
