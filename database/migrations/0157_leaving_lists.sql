-- What is sent to somebody's address without an account goes with the account whose mailbox it has been shown to be.
-- Decision 44.
create function private.leave_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.has_proved_mailbox(old.id) then
    delete from public.newsletter_subscribers where email = lower(old.email);
    delete from public.alerts where email = lower(old.email);
    delete from private.alert_tokens where lower(old.email) in (stops_for, email);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger leave_lists before delete on auth.users for each row execute function private.leave_lists();
create trigger before_5_leave_lists before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.leave_lists();
