-- The large index knows the pay by now (0151): the lists by traits and pay are no longer put together with it.

-- The same as before (0146), but for that.
create or replace function private.count_on_board(wanted jsonb, facet text, kinds integer[], banned uuid[], share real) returns integer
language plpgsql stable set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '16MB'
set random_page_cost = 0.1 set seq_page_cost = 0.1 set enable_seqscan = on as $$
declare
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  trait integer := private.trait(facet);
  plain text := private.board_condition(wanted) || coalesce(' and s.traits & ' || trait || ' <> 0', '');
  kinds_of_it integer[] := case when trait is null then kinds
    when kinds is not null then array(select kind from unnest(kinds) as kind where kind & trait <> 0) end;
  keys text := private.short_keys(wanted, kinds_of_it);
  indexed text := plain || ' and ' || coalesce(keys,
    private.board_keys(wanted) || coalesce(' and s.facets @> array[' || quote_literal(facet) || ']', ''));
  weeks integer[];
  counted integer;
begin
  if keys is not null then share := null; end if;
  if share >= 0.04 then
    execute format('select count(*) from (select from private.job_search as s where s.ctid >= ''(%s,0)''::tid and %s and %s limit 1001) as counted',
        private.page_before(50000), live, plain)
      into counted using banned;
    if counted > 1000 then return counted; end if;
  end if;
  perform set_config('enable_seqscan', 'off', true);
  weeks := private.weeks_with(1001, share);
  if weeks is not null then
    execute format('select count(*) from (select from private.job_search as s where %s and %s and array[private.week_of(s.created_at)] && $2
        limit 1001) as counted', live, indexed)
      into counted using banned, weeks;
    if counted > 1000 then return counted; end if;
  end if;
  execute format('select count(*) from (select from private.job_search as s where %s and %s limit 1001) as counted', live, indexed)
    into counted using banned;
  return counted;
end
$$;

-- The same as before (0146), but for that.
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
  facets text[] := array(select case filter when 'type' then 'type ' || one else one end
    from unnest(every) with ordinality as said (one, nth) order by nth);
  traits integer[] := array(select private.trait(facet) from unnest(facets) with ordinality as said (facet, nth) order by nth);
  -- Of rows with these traits: how many there are, and how many with each value.
  tally text;
  plain text;
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
  is_listed boolean;
  kinds integer[];
begin
  if every is null then raise exception 'Count by type or by workplace' using errcode = '22023'; end if;
  plain := private.board_condition(others);
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
  else
    kinds := private.kinds_on_board(others, true);
    -- Where they are listed side by side, each value has a short list of its own.
    is_listed := private.short_keys(others, kinds) is not null;
  end if;
  if walked = 1000 and not is_listed then
    if reach <= 20000 or enough > 25000 then
      execute format(tally, format('select s.traits from private.job_search as s where s.ctid >= ''(%s,0)''::tid and %s and %s limit %s',
          private.page_before(least(reach * 3, 60000)), live, plain, enough))
        into met, counted using banned;
    else
      perform set_config('enable_seqscan', 'off', true);
      weeks := private.weeks_with(1001, (rarest / 1000.0)::real);
      execute format(tally, format('select s.traits from private.job_search as s where %s and %s and %s%s%s', live, plain,
          private.board_keys(others), case when weeks is not null then ' and array[private.week_of(s.created_at)] && $2' end,
          ' limit ' || enough))
        into met, counted using banned, weeks;
      is_all := weeks is null and (enough is null or met < enough);
    end if;
  end if;

  for nth in 1..cardinality(every) loop
    value := every[nth];
    matches := counted[nth];
    if coalesce(matches, 0) <= 1000 and not is_all then
      matches := private.count_on_board(others, facets[nth], kinds, banned, (likely[nth] / 1000)::real);
    end if;
    matches := least(matches, 1001);
    return next;
  end loop;
end
$$;

-- As before (0146), but that a later page of what is rare is found as the first one, and what stood before is left out of it then:
-- of where a page begins the planner believes that next to nothing lies behind, and read the whole board in its order.
create or replace function private.find_on_board(
  wanted jsonb, sort text, after_featured boolean, after_created_at timestamptz, after_id uuid, skip integer,
  out ids uuid[], out matches integer, out is_exact boolean
)
language plpgsql stable security definer set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '16MB'
set random_page_cost = 0.1 set seq_page_cost = 0.1 set enable_seqscan = on as $$
declare
  plain text := private.board_condition(wanted);
  indexed text := plain;
  kinds integer[];
  keys text;
  banned uuid[] := array(select private.banned_people());
  live constant text := 's.ends_at > now() and s.posted_by <> all ($4)';
  newest_first constant text := 's.is_featured desc, s.created_at desc, s.job_id desc';
  -- Past these.
  skipped integer := case when sort = 'newest' then 0 else least(greatest(coalesce(skip, 0), 0), 980) end;
  enough integer := skipped + 21;
  is_first boolean := after_id is null and skipped = 0;
  -- Of the relevant ones, so many only to guess how many there are.
  reach integer := case sort when 'relevance' then 1001 else 1001 + skipped end;
  ordering text := newest_first;
  rest text := '';
  -- In the order, $5 of them; and whether all that fit are among them, if they come to an end.
  source text;
  is_whole boolean := true;
  spot jsonb;
  phrase text := '';
  walked integer;
  hits integer;
  share real;
  least_pay integer;
begin
  select e -> 'near' into spot from jsonb_array_elements(wanted) as e where e ? 'near' limit 1;
  if sort = 'pay' then
    ordering := 's.pay desc nulls last, s.created_at desc, s.job_id desc';
    is_whole := (select bool_and(e ? 'pay') from jsonb_array_elements(wanted) as e);
    source := 'select s.* from private.job_search as s where s.pay is not null
      order by s.pay desc, s.created_at desc, s.job_id desc limit $5';
  elsif sort = 'nearest' and spot is not null then
    ordering := format('private.miles_between(s.latitude, s.longitude, %L::real, %L::real) nulls last, s.created_at desc, s.job_id desc',
      spot ->> 'latitude', spot ->> 'longitude');
    is_whole := (select bool_and(e -> 'near' is not distinct from spot) from jsonb_array_elements(wanted) as e);
    -- Of the circle that is asked for, so that nothing is nearer than what was read through.
    source := format('select s.* from (select b.spot from private.board_spots as b
        where b.latitude between %1$L::real - %3$L::real / 68 and %1$L::real + %3$L::real / 68
          and private.miles_between(b.latitude, b.longitude, %1$L::real, %2$L::real) <= %3$L::real
        order by private.miles_between(b.latitude, b.longitude, %1$L::real, %2$L::real)) as p
      cross join lateral (select s.* from private.job_search as s where private.spot_of(s.latitude, s.longitude) = p.spot
        order by s.created_at desc, s.job_id desc limit $5) as s limit $5',
      spot ->> 'latitude', spot ->> 'longitude', least((spot ->> 'miles')::real, 200));
  else
    if sort = 'relevance' then phrase := left(lower(normalize(coalesce(wanted -> 0 -> 'words' ->> 0, ''), NFC)), 100); end if;
    if after_id is not null and sort = 'newest' then rest := ' and (s.is_featured, s.created_at, s.job_id) < ($1, $2, $3)'; end if;
    source := format('select s.* from private.job_search as s where true%s order by %s limit $5', rest, newest_first);
  end if;

  -- Again where a page takes more, and there should be enough of them not much further.
  for turn in 1..2 loop
    execute format('select count(*), array_agg(s.job_id) filter (where %s and %s) from (%s) as s', live, plain, source)
      into walked, ids using after_featured, after_created_at, after_id, banned, reach;
    ids := coalesce(ids, '{}');
    hits := cardinality(ids);
    exit when turn = 2 or hits >= enough or walked < reach or phrase <> '' or hits = 0 or 1.5 * enough * walked / hits > greatest(10000, 25 * enough);
    reach := greatest(1.5 * enough * walked / hits, reach);
  end loop;
  is_exact := true;
  share := hits::real / greatest(walked, 1);
  if hits > 1000 then
    -- There are more than are counted.
    matches := hits;
  elsif walked < reach and is_whole then
    -- These were all.
    matches := hits;
  end if;

  if (matches is null and (is_first or hits < enough)) or (phrase <> '' and walked >= reach) then
    kinds := private.kinds_on_board(wanted, false);
    keys := private.short_keys(wanted, kinds);
    indexed := plain || ' and ' || coalesce(keys, private.board_keys(wanted));
  end if;
  if phrase <> '' and (matches is null or hits > 0) then
    select r.* into ids, matches from private.most_relevant(plain, indexed, banned, phrase,
      case when matches = hits and walked < reach then 1 when keys is null then share end, enough) as r;
  elsif hits < enough and matches is null then
    perform set_config('enable_seqscan', 'off', true);
    if sort = 'pay' and keys is not null then
      -- They may be many: those that pay less than the last one on the page are left out.
      execute format('select s.pay from private.job_search as s where %s and %s and s.pay is not null order by s.pay desc offset %s limit 1',
          live, indexed, enough - 1)
        into least_pay using after_featured, after_created_at, after_id, banned;
      if least_pay is not null then indexed := indexed || format(' and s.pay >= %s', least_pay); end if;
    end if;
    -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
    execute format('with found as materialized (select s.* from private.job_search as s where %s and %s offset 0)
        select count(*), array(select s.job_id from found as s where true%s order by %s limit %s) from found',
        live, indexed, rest, ordering, enough)
      into matches, ids using after_featured, after_created_at, after_id, banned;
    if least_pay is not null and is_first then matches := private.count_on_board(wanted, null, kinds, banned, share); end if;
  elsif is_first and matches is null then
    matches := private.count_on_board(wanted, null, kinds, banned, share);
  end if;
  if is_first then
    is_exact := matches <= 1000;
    matches := least(matches, 1000);
  else
    matches := null;
  end if;
  ids := ids[skipped + 1 : enough];
end
$$;

-- may lock or break: only the functions that are written anew above called it.
drop function private.long_keys(jsonb, integer[]);
