-- To know a time zone by its name PostgreSQL reads every file of time zones, 20 ms for each alert that is saved. Those that
-- nearly everybody here lives in are known without: decision 173.
create or replace function private.know_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.time_zone <> all (array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles',
      'America/Phoenix', 'America/Detroit', 'America/Anchorage', 'Pacific/Honolulu', 'UTC'])
    and not exists (select from pg_catalog.pg_timezone_names as z where z.name = new.time_zone)
  then
    raise exception using errcode = 'PT400', message = 'There is no such time zone.';
  end if;
  return new;
end $$;
