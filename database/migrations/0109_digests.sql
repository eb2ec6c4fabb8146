-- The digests of alerts: whose hour it is, and what they read. Decision 102.

-- A mail that is tried again after the process died says under which number it went, so that it goes once.
alter table queue.outbox add column message_id text unique;

-- Asks for the mails of those whose hour has come and for whom something was found, fifty in a job of the queue. Answers
-- how many alerts were looked at. Whose membership has ended waits, and what comes meanwhile is no news.
create function private.claim_due_alerts(moment timestamptz, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  part json;
  looked integer;
begin
  with due as (
    select a.id from public.alerts as a where a.next_at <= moment order by a.next_at limit most for update skip locked
  ), asked as (
    select a.id, a.kind = 'people' and not private.may_see_candidates(a.user_id) as is_paused,
      exists (select from private.search_matches as m
        where m.search_id = a.search_id and m.round > a.told_up_to) as has_news,
      -- One that is on its way tells what it was made for; it was given up when it has been for so long.
      a.claimed_at > moment - interval '20 hours' as is_under_way
    from public.alerts as a join due on due.id = a.id
  ), moved as (
    update public.alerts as a set
      next_at = private.next_alert_at(a.rhythm, a.weekday, a.hour, a.time_zone, greatest(moment, clock_timestamp())),
      told_up_to = case when q.is_paused then private.last_round() else a.told_up_to end,
      claimed_at = case when q.is_paused then null
        when q.is_under_way is true or not q.has_news then a.claimed_at else moment end
    from asked as q where q.id = a.id
    returning a.id, not q.is_paused and q.has_news and q.is_under_way is not true as is_claimed
  ), parts as (
    select json_agg(n.id) as ids from (
      select m.id, (row_number() over () - 1) / 50 as part from moved as m where m.is_claimed) as n group by n.part
  ), queued as materialized (
    select queue.add('alert-mails', json_build_object('alertIds', p.ids)) from parts as p
  )
  select (select count(*) from moved) + 0 * (select count(*) from queued) into looked;
  return looked;
end $$;

-- One that is on its way: to whom, and what was found for it, the newest first. The second try of one is about the same
-- rounds. Nothing for one that was stopped or has been sent, or whose receiver may get no mail.
create function private.begin_digest(alert uuid)
returns table (address text, person uuid, kind text, search text, rhythm text, search_id bigint, going_to bigint, found uuid[])
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.alerts;
  receiver text;
begin
  update public.alerts as a set going_to = coalesce(a.going_to, private.last_round())
    where a.id = alert and a.claimed_at is not null and a.is_on and a.confirmed_at is not null returning a.* into own;
  if own.id is null then return; end if;
  receiver := coalesce(own.email, (select u.email from private.accounts as u where u.id = own.user_id
    and auth.has_proved_mailbox(u.id)));
  if receiver is null or private.is_blocked_address(lower(receiver))
    or own.user_id in (select private.banned_people())
    or own.kind = 'people' and not private.may_see_candidates(own.user_id)
  then
    perform private.end_digest(alert, own.going_to, false);
    return;
  end if;
  return query select receiver, own.user_id, own.kind, own.address, own.rhythm, own.search_id, own.going_to,
    array(select m.subject_id from private.search_matches as m
      where m.search_id = own.search_id and m.round > own.told_up_to and m.round <= own.going_to
      order by m.round desc, m.subject_id limit 500);
end $$;
create function private.end_digest(alert uuid, up_to bigint, was_sent boolean) returns void
language sql volatile security definer set search_path = '' as $$
  update public.alerts as a set told_up_to = greatest(a.told_up_to, up_to), claimed_at = null, going_to = null,
    sent_at = case when was_sent then now() else a.sent_at end
  where a.id = alert and a.going_to = up_to
$$;
-- Of some that a search found, those that it still finds.
create function private.still_found(search bigint, found uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct f.job_id from private.kept_searches as s join private.search_branches as b on b.search_id = s.id
      cross join private.job_search as f
    where s.id = search and s.kind = 'jobs' and f.job_id = any (found)
      and private.finds_job(b.patterns, b.facets, b.any_facet, b.latitude, b.longitude, b.miles, b.pay, b.types,
        f.words, f.facets, f.latitude, f.longitude, f.pay, f.job_type)
  union all
  select r.job_id from private.kept_searches as s, private.fit_reasons(s.user_id, found) as r
    where s.id = search and s.kind = 'fit'
  union all
  select c.profile_id from private.kept_searches as s join private.search_branches as b on b.search_id = s.id
      cross join private.candidate_search as c
    where s.id = search and s.kind = 'people' and c.profile_id = any (found)
      and private.finds_person(b.patterns, b.facets, b.any_facet, b.place, b.proof, b.years_from, b.years_to,
        b.latitude, b.longitude, b.miles, c.words, c.facets, c.place, c.certifications, c.years, c.latitude, c.longitude)
$$;
revoke execute on function private.still_found(bigint, uuid[]), private.claim_due_alerts(timestamptz, integer), private.begin_digest(uuid),
  private.end_digest(uuid, bigint, boolean) from public;
grant execute on function private.still_found(bigint, uuid[]), private.claim_due_alerts(timestamptz, integer), private.begin_digest(uuid),
  private.end_digest(uuid, bigint, boolean) to service_role;
