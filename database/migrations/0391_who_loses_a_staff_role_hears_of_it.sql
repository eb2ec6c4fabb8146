-- Whoever was given a staff role had a mail; whoever lost it, or was given a lower one, found pages missing. Who leaves by
-- themselves, or with their account, knows it. Decision 342.
create function staff.tell_who_lost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() <> old.user_id and exists (select from auth.users as u where u.id = old.user_id) then
    perform queue.add('staff-role-mail', json_build_object('userId', old.user_id, 'before', old.role));
  end if;
  return null;
end $$;
create trigger tell_who_lost after delete on staff.members
  for each row execute function staff.tell_who_lost();
create trigger tell_who_has_less after update of role on staff.members
  for each row when (staff.rank(new.role) < staff.rank(old.role)) execute function staff.tell_who_lost();

-- What is so when it is told: nothing where they have as much as before again.
create function staff.write_role_mail(person uuid, before text) returns table (email text, role text)
language sql stable security definer set search_path = '' as $$
  select u.email::text, m.role from auth.users as u left join staff.members as m on m.user_id = u.id
    where u.id = person and u.deleted_at is null and u.email is not null
      and (m.role is null or staff.rank(m.role) < staff.rank(before))
$$;
revoke execute on function staff.write_role_mail(uuid, text) from public;
grant execute on function staff.write_role_mail(uuid, text) to service_role;
