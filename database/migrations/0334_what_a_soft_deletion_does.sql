-- A soft deletion makes the address unreadable, and the log said that a waiting help with a second step was stopped "by a new
-- address". Nobody stopped it: it went with the account, as it goes without an entry where that is deleted.
create or replace function staff.drop_exports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from staff.exports where user_id = new.id;
  delete from staff.factor_helps where user_id = new.id;
  if found and new.deleted_at is null then
    perform staff.append('site', null, null, 'factor-help-stopped', 'person', new.id::text, null, null,
      jsonb_build_object('by', 'a new address'));
  end if;
  return null;
end
$$;

-- Closed is an account that is gone, and one whose row alone stays.
create or replace function staff.must_be_logged_but_for_closed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not staff.is_on_record() and exists (
    select from auth.users where id = (to_jsonb(coalesce(new, old)) ->> 'user_id')::uuid and deleted_at is null)
  then
    raise exception 'this was not written into the log' using errcode = 'SF500';
  end if;
  return null;
end
$$;

-- The places in companies are empty by then: empty_account, whose name comes first, takes every row that has a key to the account.
drop trigger leave_all on auth.users;
-- may lock or break: nothing but that trigger calls it
drop function private.leave_all();
