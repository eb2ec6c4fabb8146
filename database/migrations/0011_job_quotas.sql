-- How many jobs one person puts on the board: a few until their address is confirmed, and so many in a
-- day. Asked after each statement of all that it wrote, so that a thousand in one request, an upsert, a
-- renewal and ten requests at the same moment count alike. The
-- reasons stand in decision 23.

-- Counted when they are made, so that nobody makes room by deleting.
create table private.job_days (
  user_id uuid not null references auth.users (id) on delete cascade,
  day date not null,
  made integer not null,
  primary key (user_id, day)
);
create index job_days_day_idx on private.job_days (day);
alter table private.job_days enable row level security;
revoke all on private.job_days from anon, authenticated;
grant select, delete on private.job_days to service_role;

create function private.count_new_jobs(poster uuid, added integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most integer;
  made_today integer;
begin
  -- One request of a poster after the other; the question below then sees what the one before has written.
  perform pg_advisory_xact_lock(hashtextextended('jobs ' || poster, 0));
  if not auth.has_proved_mailbox(poster) then
    most := private.setting('jobs_unconfirmed_live')::integer;
    -- One that staff have hidden counts as well.
    if (select count(*) from public.jobs
      where posted_by = poster and is_active and ends_at > now()) > most
    then
      raise exception using errcode = 'PT403', message = format('You can have %s on the board until your email address is confirmed. Confirm it with the link in our email, or close another job first.',
        case most when 1 then '1 job' else most || ' jobs' end);
    end if;
  end if;
  most := private.setting('jobs_per_day')::integer;
  insert into private.job_days as known (user_id, day, made)
    values (poster, (now() at time zone 'UTC')::date, added)
    on conflict (user_id, day) do update set made = known.made + excluded.made
    returning made into made_today;
  if made_today > most then
    raise exception using errcode = 'PT429', message = format('You have posted %s today, which is the most for one day. Continue tomorrow, or write to us if you need more.',
      case most when 1 then '1 job' else most || ' jobs' end);
  end if;
end
$$;

create function private.limit_new_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  poster record;
begin
  if not private.is_sent_by_people() then return null; end if;
  for poster in select posted_by, count(*)::integer as added from written group by posted_by loop
    perform private.count_new_jobs(poster.posted_by, poster.added);
  end loop;
  return null;
end
$$;
create trigger limit_new_jobs after insert on public.jobs
  referencing new table as written
  for each statement execute function private.limit_new_jobs();

-- A job that comes back to the board is as good as a new one.
create function private.limit_returned_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  poster record;
begin
  if not private.is_sent_by_people() then return null; end if;
  for poster in
    select n.posted_by, count(*)::integer as added
    from written as n join replaced as o on o.id = n.id
    where n.is_active and n.ends_at > now() and not (o.is_active and o.ends_at > now())
    group by n.posted_by
  loop
    perform private.count_new_jobs(poster.posted_by, poster.added);
  end loop;
  return null;
end
$$;
create trigger limit_returned_jobs after update on public.jobs
  referencing old table as replaced new table as written
  for each statement execute function private.limit_returned_jobs();
