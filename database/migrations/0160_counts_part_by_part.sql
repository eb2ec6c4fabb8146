-- Counts beside a filter go part by part (decision 134): a day or a week of the large index after the other, until there are a
-- thousand of the rarest value, where a guess of all days at once read a third too many.

-- The newest days, if these are so few, or else weeks among which there should be so many of what so large a share of the board
-- fits, from today on (0159); and what of a posting is compared with them. Nothing where it is most of the board, or nobody knows
-- how large that is.
create function private.newest_parts(most integer, share real, days integer, out part text, out numbers integer[])
language plpgsql stable set search_path = '' as $$
declare
  board real := (select c.reltuples from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass);
  oldest timestamptz;
  since timestamptz;
  -- And a third more, because luck is uneven.
  reach real := most * 1.33 / nullif(share * board, 0);
begin
  if reach is null or reach not between 0 and 0.6 then return; end if;
  select s.created_at into oldest from private.job_search as s where not s.is_featured
    order by s.is_featured, s.created_at, s.job_id limit 1;
  since := now() - (now() - oldest) * reach;
  if since > now() - days * interval '1 day' then
    part := 'private.day_of(s.created_at)';
    numbers := array(select generate_series(private.day_of(now()), private.day_of(since), -1));
  else
    part := 'private.week_of(s.created_at)';
    numbers := array(select generate_series(private.week_of(now()), private.week_of(since), -1));
  end if;
end
$$;
revoke execute on function private.newest_parts(integer, real, integer) from public;

-- As before (0159), from the same.
create or replace function private.newest_with(most integer, share real) returns text
language sql stable set search_path = '' as $$
  select format('array[%s] && %L::integer[]', n.part, n.numbers) from private.newest_parts(most, share, 5) as n where n.numbers is not null
$$;

-- As before (0159), but part by part.
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
  -- Of rows: how many there are with each value.
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
  part text;
  numbers integer[];
  -- What has each value by the end of a part.
  adding text[];
  counted integer[];
  met integer;
  is_all boolean := false;
  is_listed boolean;
  kinds integer[];
  kinds_of_it integer[];
  -- The newest, as one text.
  newest text;
  large text;
  keys text;
begin
  if every is null then raise exception 'Count by type or by workplace' using errcode = '22023'; end if;
  plain := private.board_condition(others);
  tally := (select string_agg(format('count(*) filter (where %%s and s.traits & %s <> 0)', trait), ', ' order by nth)
    from unnest(traits) with ordinality as said (trait, nth));

  execute format('select count(*), string_agg(s.words, E''\x1e''), count(*) filter (where s.fits), array[%s], array[%s]
      from (select s.traits, s.words, %s and %s as fits from (select * from private.job_search as s
        order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s offset 0) as s',
      replace(tally, '%s', 's.fits'), replace(tally, '%s', 'true'), live, plain)
    into walked, newest, fitting, sampled, usual using banned;
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
    if not is_listed then large := private.board_keys(others, newest); end if;
  end if;
  if walked = 1000 and not is_listed then
    if reach <= 20000 or enough > 25000 then
      execute format('select count(*), array[%s] from (select s.traits from private.job_search as s
          where s.ctid >= ''(%s,0)''::tid and %s and %s limit %s) as s',
          replace(tally, '%s', 'true'), private.page_before(least(reach * 3, 60000)), live, plain, enough)
        into met, counted using banned;
    else
      perform set_config('enable_seqscan', 'off', true);
      select n.part, n.numbers into part, numbers from private.newest_parts(1001, (rarest / 1000.0)::real, 10) as n;
      if numbers is null then
        execute format('select count(*), array[%s] from (select s.traits from private.job_search as s where %s and %s and %s limit %s) as s',
            replace(tally, '%s', 'true'), live, plain, large, coalesce(enough::text, 'all'))
          into met, counted using banned;
        is_all := enough is null or met < enough;
      else
        -- Of each part as many as should be missing after those before it.
        adding := array(select format('t.counted[%1$s] + p.counted[%1$s]', nth) from generate_subscripts(every, 1) as nth);
        execute format('with recursive told as (
              select 0 as nth, 0::bigint as met, array_fill(0::bigint, array[%1$s]) as counted, 0::bigint as least, %2$s::bigint as missing
              union all
              select t.nth + 1, t.met + p.met, n.counted, n.least,
                case when n.least = 0 then %2$s else 20 + (t.met + p.met) * (1001 - n.least) * 11 / 10 / n.least end
              from told as t,
                lateral (select count(*) as met, array[%3$s] as counted from (select s.traits from private.job_search as s
                  where %4$s and %5$s and %6$s and array[%7$s] && array[($2)[t.nth + 1]] limit t.missing) as s) as p,
                lateral (select array[%8$s] as counted, least(%9$s) as least) as n
              where t.nth < cardinality($2) and t.least <= 1000)
            select t.met, t.counted from told as t order by t.nth desc limit 1',
            cardinality(every), enough, replace(tally, '%s', 'true'), live, plain, large, part, array_to_string(adding, ', '),
            (select string_agg(adding[nth], ', ') from unnest(sampled) with ordinality as each (hits, nth) where hits > 0))
          into met, counted using banned, numbers;
      end if;
    end if;
  end if;

  for nth in 1..cardinality(every) loop
    value := every[nth];
    matches := counted[nth];
    if coalesce(matches, 0) <= 1000 and not is_all then
      kinds_of_it := case when kinds is not null then array(select kind from unnest(kinds) as kind where kind & traits[nth] <> 0) end;
      keys := private.short_keys(others, kinds_of_it);
      if keys is null and large is null then large := private.board_keys(others, newest); end if;
      matches := private.count_on_board(format('%s and s.traits & %s <> 0', plain, traits[nth]),
        format('%s and s.traits & %s <> 0 and %s', plain, traits[nth],
          coalesce(keys, format('%s and s.facets @> array[%L]', large, facets[nth]))),
        banned, case when keys is null then (likely[nth] / 1000)::real end);
    end if;
    matches := least(matches, 1001);
    return next;
  end loop;
end
$$;
