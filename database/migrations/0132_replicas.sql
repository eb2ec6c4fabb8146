-- Where the log of changes ends: whatever was committed until now stands before it. At the start of a page of
-- the log the end of the page before is meant, which is how far somebody who has everything has read.
create function private.log_position() returns pg_lsn language sql volatile set search_path = '' as $$
  select ends - case when into_page <= 40 then into_page else 0 end
  from (select pg_current_wal_insert_lsn() as ends) as here,
    lateral (select (ends - '0/0'::pg_lsn) % current_setting('wal_block_size')::integer as into_page) as page
$$;

-- For a replica, before it is asked anything: it answers once it has what was committed until then, and fails when
-- that takes too long. One that has become a server of its own stands nowhere.
create function private.stand_at(wanted pg_lsn) returns void language plpgsql volatile set search_path = '' as $$
declare
  late constant timestamptz := clock_timestamp() + interval '50 milliseconds';
begin
  while not pg_is_in_recovery() or pg_last_wal_replay_lsn() < wanted loop
    if clock_timestamp() > late or not pg_is_in_recovery() then
      raise exception 'the replica is behind' using errcode = '72000';
    end if;
    perform pg_sleep(0.002);
  end loop;
end $$;

revoke execute on function private.log_position(), private.stand_at(pg_lsn) from public;
grant execute on function private.log_position() to service_role;
grant execute on function private.stand_at(pg_lsn) to anon, service_role;
