-- How many postings a search finds: exact to a thousand, and asked for no further. Decision 103.

-- The newest weeks in which there should be so many of what so large a share of the board fits; nothing where that is
-- most of the board, or nobody knows how large it is.
create function private.weeks_with(most integer, share real) returns integer[]
language plpgsql stable set search_path = '' as $$
declare
  board real := (select c.reltuples from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass);
  oldest timestamptz;
  -- And a third more, because luck is uneven.
  part real := most * 1.33 / nullif(share * board, 0);
begin
  if part is null or part not between 0 and 0.6 then return null; end if;
  select s.created_at into oldest from private.job_search as s where not s.is_featured
    order by s.is_featured, s.created_at, s.job_id limit 1;
  return array(select generate_series(private.week_of(now() - (now() - oldest) * part), private.week_of(now()) + 1));
end
$$;

-- The page of the table from which on there are so many postings, as they lie. Its end is never hollow, as its begin may be.
create function private.page_before(postings integer) returns integer
language sql stable set search_path = '' as $$
  select greatest(c.relpages - ceil(postings / case when c.reltuples > 0 and c.relpages > 0 then c.reltuples / c.relpages else 20 end), 0)::integer
  from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass
$$;

-- How many there are, up to 1,001, where the first that were looked at have so large a share that fits. What is common is
-- met soon wherever one looks. Else the index says it, of the weeks in which there should be enough, and only if there are not, of all.
create function private.count_on_board(plain text, indexed text, banned uuid[], share real) returns integer
language plpgsql stable set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '16MB'
set random_page_cost = 0.1 set seq_page_cost = 0.1 set enable_seqscan = on as $$
declare
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  weeks integer[];
  counted integer;
begin
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

-- How many a search would find with each of the values of one filter, whatever that filter is now, up to 1,001.
--
-- All values are counted in one pass, which goes so far that the rarest of them should have its thousand: over the board as it
-- lies where so much fits, else over the newest weeks of the index. What is short of it then has a short list of its own.
create function public.count_board(wanted jsonb, filter text)
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
  rarest integer;
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
      select (select count(*) from walked), met.* from (' || tally || ') as met', live, plain, 'select w.traits from walked as w where w.fits')
    into walked, fitting, sampled using banned;
  rarest := (select min(hits) from unnest(sampled) as hits where hits > 0);
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
      matches := private.count_on_board(plain, plain || ' and ' || private.board_keys(others), banned, (sampled[nth] / 1000.0)::real);
    end if;
    matches := least(matches, 1001);
    return next;
  end loop;
end
$$;
grant execute on function public.count_board(jsonb, text) to anon, authenticated, service_role;
