-- What was written while the clock was ahead must not hold, once it is set back, until it would have been over. Clocks of
-- transactions differ a little, so a moment ahead is no time of a clock that was set.

create or replace function public.take_newsletter_try(key text, most integer, span interval) returns boolean
language sql volatile security definer set search_path = '' as $$
  insert into public.newsletter_limits as known (key, tries, ends_at)
    values (encode(sha256(convert_to(take_newsletter_try.key, 'UTF8')), 'hex'), 1, now() + span)
    on conflict on constraint newsletter_limits_pkey do update set
      tries = case when known.ends_at between now() and now() + span + interval '1 minute' then known.tries + 1 else 1 end,
      ends_at = case when known.ends_at between now() and now() + span + interval '1 minute' then known.ends_at else excluded.ends_at end
    returning tries <= most
$$;

create or replace function staff.takes_look(what text, every interval) returns boolean
language sql volatile security definer set search_path = '' as $$
  with taken as (
    insert into staff.alarm_looks as known values (what, now())
    on conflict (what) do update set at = excluded.at
      where known.at <= excluded.at - every or known.at > excluded.at + every
    returning 1)
  select exists (select from taken)
$$;

create or replace function staff.take_alarms() returns table (id bigint, kind text, about text, facts jsonb,
  began_at timestamptz, is_new boolean, is_over boolean)
language sql volatile security definer set search_path = '' as $$
  with mine as (
    select a.id from staff.alarms as a
    where (a.told_at is null or (a.over_at is not null and a.over_told_at is null))
      and (a.claimed_until is null or a.claimed_until not between now() and now() + interval '3 minutes')
      and (a.kind <> 'report' or not exists (select from staff.alarms as said where said.kind = 'report'
        and greatest(said.told_at, said.over_told_at) between now() - interval '10 minutes' and now() + interval '1 minute'))
    order by a.id limit 200 for update skip locked)
  update staff.alarms as a set claimed_until = now() + interval '2 minutes'
  from mine where a.id = mine.id
  returning a.id, a.kind, a.about, a.facts, a.began_at, a.told_at is null, a.over_at is not null
$$;

-- Twelve tries were over after sixteen hours: what a mail server that was away for a day should have got was lost.
-- Sixteen last for forty. Replaced whole, a function keeps its grants and none of its settings.
create or replace function queue.add(task text, payload json, key text default null, run_at timestamptz default null) returns void
language plpgsql security definer set search_path = ''
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => key, run_at => run_at, max_attempts => 16);
end
$$;

create or replace function queue.add_all(task text, payloads json[], keys text[]) returns void
language plpgsql security definer set search_path = ''
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(task, job.payload, null, null, 16::smallint, job.key, null, null)::graphile_worker.job_spec
    from unnest(payloads, keys) as job (payload, key)));
end
$$;
