-- Counts beside a filter guess better how far they have to go (0110, decision 103). Of what few of the first thousand fit, the
-- share of each value was a matter of luck: a guess that was short asked the index once more for each value, and one that was
-- long read several times what it needed. What there is was never in doubt, and is not now.
create or replace function public.count_board(wanted jsonb, filter text)
returns table (value text, matches integer)
language plpgsql stable security definer set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '16MB'
set random_page_cost = 0.1 set seq_page_cost = 0.1 set enable_seqscan = on as $$
declare
  every constant text[] := case filter
    when 'type' then array['Full-time', 'Part-time', 'Contract', 'Remote', 'Other']
    when 'workplace' then array['on-site', 'hybrid', 'remote'] end;
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  banned uuid[] := array(select private.banned_people());
  others jsonb := (select jsonb_agg(entry - filter) from jsonb_array_elements(wanted) as entry);
  traits integer[] := array(select private.trait(case filter when 'type' then 'type ' || one else one end)
    from unnest(every) with ordinality as said (one, nth) order by nth);
  -- Of rows with these traits: how many there are, and how many with each value.
  tally text;
  plain text;
  indexed text;
  walked integer;
  fitting integer;
  sampled integer[];
  -- With each value, of all that were walked through.
  usual integer[];
  -- How many of a thousand should fit and have each value; and of those that were met, the rarest.
  likely real[];
  rarest real;
  -- How many have to fit, and be looked at, until there should be a thousand of the rarest.
  enough integer;
  reach integer;
  weeks integer[];
  counted integer[];
  met integer;
  is_all boolean := false;
begin
  if every is null then raise exception 'Count by type or by workplace' using errcode = '22023'; end if;
  plain := private.board_condition(others);
  indexed := plain || ' and ' || private.board_keys(others);
  tally := format('select coalesce(sum(n), 0), array[%s] from (select s.traits & %s as traits, count(*) as n from (%%s) as s group by 1) as s',
    (select string_agg(format('coalesce(sum(n) filter (where s.traits & %s <> 0), 0)', trait), ', ' order by nth)
      from unnest(traits) with ordinality as said (trait, nth)), (select sum(trait) from unnest(traits) as trait));

  execute format('with walked as materialized (select s.traits, %s and %s as fits from (select * from private.job_search as s
      order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s)
      select (select count(*) from walked), met.*, a.usual from (' || tally || ') as met, (' || tally || ') as a (walked, usual)',
      live, plain, 'select w.traits from walked as w where w.fits', 'table walked')
    into walked, fitting, sampled, usual using banned;
  -- A few hits say little of a share: what is usual stands beside them as a hundred more.
  likely := array(select (hits + 100.0 * n / nullif(walked, 0)) * fitting / (fitting + 100)
    from unnest(sampled, usual) with ordinality as each (hits, n, nth) order by nth);
  rarest := (select min(l) from unnest(sampled, likely) as each (hits, l) where hits > 0);
  enough := 1200 * fitting / rarest;
  reach := 1200 * 1000 / rarest;
  if walked < 1000 then
    counted := sampled;
    is_all := true;
  elsif reach <= 20000 or enough > 25000 then
    execute format(tally, format('select s.traits from private.job_search as s where s.ctid >= ''(%s,0)''::tid and %s and %s limit %s',
        private.page_before(least(reach * 3, 60000)), live, plain, enough))
      into met, counted using banned;
  else
    perform set_config('enable_seqscan', 'off', true);
    weeks := private.weeks_with(1001, (rarest / 1000.0)::real);
    execute format(tally, format('select s.traits from private.job_search as s where %s and %s%s%s', live, indexed,
        case when weeks is not null then ' and array[private.week_of(s.created_at)] && $2' end,
        ' limit ' || enough))
      into met, counted using banned, weeks;
    is_all := weeks is null and (enough is null or met < enough);
  end if;

  for nth in 1..cardinality(every) loop
    value := every[nth];
    matches := counted[nth];
    if matches <= 1000 and not is_all then
      others := (select jsonb_agg(entry || jsonb_build_object(filter, every[nth])) from jsonb_array_elements(others) as entry);
      plain := private.board_condition(others);
      matches := private.count_on_board(plain, plain || ' and ' || private.board_keys(others), banned, (likely[nth] / 1000)::real);
    end if;
    matches := least(matches, 1001);
    return next;
  end loop;
end
$$;
