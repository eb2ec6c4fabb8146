-- Whoever was lowered twice in a row had the same mail twice: each says which role is left as it is sent. The second takes the place of
-- one that still waits.
create or replace function staff.tell_who_lost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() <> old.user_id and exists (select from auth.users as u where u.id = old.user_id) then
    perform queue.add('staff-role-mail', json_build_object('userId', old.user_id, 'before', old.role), 'staff-role-mail ' || old.user_id);
  end if;
  return null;
end $$;
