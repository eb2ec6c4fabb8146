-- The applications of a posting were counted twice for its figures. Decision 99.
create or replace function public.posting_figures(job uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  posting public.jobs;
  own record;
  -- Days before it are counted together.
  first_day constant timestamptz := (timezone('UTC', now())::date - 29)::timestamp at time zone 'UTC';
  beside jsonb;
begin
  select j.* into posting from public.jobs as j
    where j.id = job and j.company_id = any (private.own_companies('viewer'));
  if posting.id is null then return null; end if;
  -- Read once: a posting may have tens of thousands.
  with days as (
    select case when p.applied_at >= first_day then (p.applied_at at time zone 'UTC')::date end as day, count(*) as many, count(p.answered_at) as answered,
      count(*) filter (where p.state = 'hired') as hired
    from public.applications as p where p.job_id = job and p.state <> 'unconfirmed' and p.spam_at is null group by 1
  ), sums as (
    select coalesce(sum(many), 0)::bigint as applied, coalesce(sum(answered), 0)::bigint as answered,
      coalesce(sum(hired), 0)::bigint as hired from days
  ), shown as (
    select coalesce(v.day, a.day) as day, coalesce(v.views, 0) as seen, coalesce(a.many, 0) as applied
    from (select v.day, v.views from public.job_activity as v where v.job_id = job and v.day > current_date - 30) as v
    full join (select d.day, d.many from days as d where d.day is not null) as a on a.day = v.day
  )
  select sums.*, (select coalesce(sum(v.views), 0) from public.job_activity as v where v.job_id = job) as seen,
    (select count(*) from public.saved_jobs as s where s.job_id = job) as saved,
    (select coalesce(jsonb_agg(jsonb_build_object('day', b.day, 'seen', b.seen, 'applied', b.applied)
      order by b.day desc), '[]') from shown as b) as by_day
    into own from sums;
  -- One of each company, so that none is half of what is shown; rounded, so that none is read off it.
  with others as (
    select distinct on (j.company_id) j.id, j.created_at from (
      select o.id, o.company_id, o.created_at from public.jobs as o
      where o.job_type = posting.job_type and o.applies_here and o.hidden_at is null
        and not o.company_id = any (private.own_companies('viewer')) and o.company_id <> posting.company_id
        and o.created_at < now() - interval '7 days'
      order by o.created_at desc limit 300) as j
    order by j.company_id, j.created_at desc, j.id
  ), chosen as (select id from others order by created_at desc, id limit 50)
  select jsonb_build_object('of', count(*),
      'seen', round(percentile_cont(0.5) within group (order by s.seen)),
      'saved', round(percentile_cont(0.5) within group (order by s.saved)),
      'applied', round(percentile_cont(0.5) within group (order by s.applied)),
      'answered', round(percentile_cont(0.5) within group (order by s.answered)),
      'hired', round(percentile_cont(0.5) within group (order by s.hired)))
    into beside from chosen cross join lateral private.posting_sums(chosen.id) as s;
  return jsonb_build_object('seen', own.seen, 'saved', own.saved, 'applied', own.applied, 'answered', own.answered,
    'hired', own.hired, 'similar', case when (beside ->> 'of')::integer >= 5 then beside end,
    'days', own.by_day);
end $$;
