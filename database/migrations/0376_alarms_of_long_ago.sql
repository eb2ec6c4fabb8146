-- Alarms that are over were kept for good, with what they were about: addresses of mails, numbers of cases.
create function staff.clean_alarms() returns void
language sql security definer set search_path = '' as $$
  delete from staff.alarms where over_at < now() - interval '1 year'
$$;
revoke execute on function staff.clean_alarms() from public;
grant execute on function staff.clean_alarms() to service_role;
