-- What the newest postings say of a search is read once (decision 127): the pieces of words that the large index is asked for
-- (0151) were guessed from a thousand rows of their own, and again for each value that is counted.

-- As before (0151), but that some four hundred of the newest say what is rare; and so in which order they are asked for.
create or replace function private.rare_pieces(pieces text[], newest text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  part text := left(newest, 24000);
  rare text[] := array(select piece from unnest(pieces) as piece where strpos(part, piece) = 0);
  rarest text;
  times integer;
  met integer;
begin
  if rare <> '{}' then return rare; end if;
  while part is not null loop
    select piece, (octet_length(part) - octet_length(replace(part, piece, ''))) / octet_length(piece) as n into rarest, times
      from unnest(pieces) as piece where piece <> all (rare) order by n, piece limit 1;
    exit when rarest is null or times > 0.8 * met;
    rare := rare || rarest;
    exit when cardinality(rare) = cardinality(pieces);
    select string_agg(words, E'\x1e'), count(*) into part, met
      from string_to_table(part, E'\x1e') as words where strpos(words, rarest) > 0;
  end loop;
  return rare;
end
$$;

-- As before (0151), but that who has the words of the newest postings gives them, and that a few days are asked for as days, to the
-- end of next week as before.
create function private.board_keys(wanted jsonb, newest text) returns text
language plpgsql stable set search_path = '' as $$
declare
  entry jsonb;
  said text;
  pieces text[];
  facets text[];
  spot jsonb;
  places text[];
  -- Ten thousands a year, as far as 0149 has them.
  step integer;
  keys text[] := '{}';
begin
  for entry in select * from jsonb_array_elements(wanted) loop
    said := '';
    spot := entry -> 'near';
    pieces := array(select distinct piece from unnest(private.asked_words(entry)) as term,
      unnest(private.needed_pieces(term, '')) as piece);
    if cardinality(pieces) > 1 then
      newest := coalesce(newest, private.newest_words());
      pieces := private.rare_pieces(pieces, newest);
    end if;
    if pieces <> '{}' then said := said || format(' and private.pieces(s.words, '''') @> %L::text[]', pieces); end if;
    facets := private.asked_facets(entry) || private.asked_traits(entry);
    if facets <> '{}' then said := said || format(' and s.facets @> %L::text[]', facets); end if;
    places := case when private.is_remote_from(entry) then private.remote_from(entry ->> 'state')
      when spot is not null then array(select cell from unnest(private.cells_around(
          (spot ->> 'latitude')::real, (spot ->> 'longitude')::real, least((spot ->> 'miles')::real, 200))) as cell
        where exists (select from private.board_spots as b where private.cell_of(b.latitude, b.longitude) = cell)) end;
    step := case when entry ? 'pay' then least(trunc((entry ->> 'pay')::numeric / 10000), 20) end;
    if step >= 5 then
      said := said || format(' and private.paid_facets(s.facets, s.pay) && %L::text[]',
        array(select place || ' ' || step from unnest(coalesce(places, '{paid}')) as place));
    elsif places is not null then
      said := said || format(' and s.facets && %L::text[]', places);
    end if;
    if (entry ->> 'days')::integer <= 5 then
      said := said || format(' and array[private.day_of(s.created_at)] && %L::integer[]', array(select generate_series(
        private.day_of(now() - (entry ->> 'days')::integer * interval '1 day'), 7 * private.week_of(now()) + 13)));
    elsif entry ? 'days' then
      said := said || format(' and array[private.week_of(s.created_at)] && %L::integer[]', array(select generate_series(
        private.week_of(now() - least((entry ->> 'days')::integer, 90) * interval '1 day'), private.week_of(now()) + 1)));
    end if;
    if said = '' then return 'true'; end if;
    keys := keys || ('(' || substr(said, 6) || ')');
  end loop;
  return '(' || array_to_string(keys, ' or ') || ')';
end
$$;
revoke execute on function private.board_keys(jsonb, text) from public;

-- What the large index is asked for the newest postings among which there should be so many of what so large a share of the board
-- fits, to today: by day where these are few, else by week (0110); nothing where it is most of the board, or nobody knows how large
-- that is.
create function private.newest_with(most integer, share real) returns text
language plpgsql stable set search_path = '' as $$
declare
  board real := (select c.reltuples from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass);
  oldest timestamptz;
  since timestamptz;
  -- And a third more, because luck is uneven.
  part real := most * 1.33 / nullif(share * board, 0);
begin
  if part is null or part not between 0 and 0.6 then return null; end if;
  select s.created_at into oldest from private.job_search as s where not s.is_featured
    order by s.is_featured, s.created_at, s.job_id limit 1;
  since := now() - (now() - oldest) * part;
  if since > now() - interval '5 days' then
    return format('array[private.day_of(s.created_at)] && %L::integer[]',
      array(select generate_series(private.day_of(since), private.day_of(now()))));
  end if;
  return format('array[private.week_of(s.created_at)] && %L::integer[]',
    array(select generate_series(private.week_of(since), private.week_of(now()))));
end
$$;
revoke execute on function private.newest_with(integer, real) from public;

-- As before (0152), but that who calls it has put the conditions together, once for all values of a filter.
create function private.count_on_board(plain text, indexed text, banned uuid[], share real) returns integer
language plpgsql stable set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '16MB'
set random_page_cost = 0.1 set seq_page_cost = 0.1 set enable_seqscan = on as $$
declare
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  dated text;
  counted integer;
begin
  if share >= 0.04 then
    execute format('select count(*) from (select from private.job_search as s where s.ctid >= ''(%s,0)''::tid and %s and %s limit 1001) as counted',
        private.page_before(50000), live, plain)
      into counted using banned;
    if counted > 1000 then return counted; end if;
  end if;
  perform set_config('enable_seqscan', 'off', true);
  dated := private.newest_with(1001, share);
  if dated is not null then
    execute format('select count(*) from (select from private.job_search as s where %s and %s and %s limit 1001) as counted', live, indexed, dated)
      into counted using banned;
    if counted > 1000 then return counted; end if;
  end if;
  execute format('select count(*) from (select from private.job_search as s where %s and %s limit 1001) as counted', live, indexed)
    into counted using banned;
  return counted;
end
$$;
revoke execute on function private.count_on_board(text, text, uuid[], real) from public;

-- As before (0113), but for the same; and what has a time ahead is among the newest, however far.
create or replace function private.most_relevant(
  plain text, indexed text, banned uuid[], phrase text, share real, most integer, out ids uuid[], out matches integer
)
language plpgsql stable set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '16MB'
set random_page_cost = 0.1 set seq_page_cost = 0.1 set enable_seqscan = on as $$
declare
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  newest constant text := 's.is_featured desc, s.created_at desc, s.job_id desc';
  dated text;
  sources text[];
  source text;
begin
  if share >= 0.04 then
    sources := array[format('select * from (select * from private.job_search as s order by %s limit %s) as s where %s and %s',
      newest, 36000, live, plain)];
  end if;
  dated := private.newest_with(1001, share);
  if dated is not null and share < 0.04 then
    sources := sources || format('select * from private.job_search as s where %1$s and %2$s and %3$s
      union select * from private.job_search as s where s.is_featured and %1$s and %2$s
      union select * from private.job_search as s where not s.is_featured and s.created_at > now() and %1$s and %4$s',
      live, indexed, dated, plain);
  end if;
  foreach source in array sources || format('select * from private.job_search as s where %s and %s offset 0', live, indexed) loop
    execute format('with found as materialized (select * from (%s) as s order by %s limit 1001)
        select count(*), array(select s.job_id from found as s order by
          (strpos(split_part(s.words, E''\x1f'', 1), $2) = 1)::int
            + (strpos('' '' || split_part(s.words, E''\x1f'', 1), '' '' || $2) > 0)::int
            + (strpos(split_part(s.words, E''\x1f'', 1), $2) > 0)::int desc, %s limit %s) from found', source, newest, newest, most)
      into matches, ids using banned, phrase;
    exit when matches > 1000 or share = 1;
    perform set_config('enable_seqscan', 'off', true);
  end loop;
end
$$;

-- As before (0152), but that the newest are read once.
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
  dated text;
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
      dated := private.newest_with(1001, (rarest / 1000.0)::real);
      execute format('select count(*), array[%s] from (select s.traits from private.job_search as s where %s and %s and %s%s limit %s) as s',
          replace(tally, '%s', 'true'), live, plain, large, ' and ' || dated, coalesce(enough::text, 'all'))
        into met, counted using banned;
      is_all := dated is null and (enough is null or met < enough);
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

-- As before (0152), but for the same.
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
  -- The words of those that were walked through first: they say as well as the newest what is rare.
  newest text;
  told text;
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
  paid text := '';
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
    execute format('select count(*), array_agg(s.job_id) filter (where %s and %s), %s from (%s) as s',
        live, plain, case when turn = 1 and ordering = newest_first then 'string_agg(s.words, E''\x1e'')' else 'null' end, source)
      into walked, ids, told using after_featured, after_created_at, after_id, banned, reach;
    newest := coalesce(newest, told);
    ids := coalesce(ids, '{}');
    hits := cardinality(ids);
    -- What is so rare that the index lists it sooner than so many are walked through is counted there anyway.
    exit when is_first and ordering = newest_first and hits > 0 and 1.5 * enough * walked / hits > 2.0 * hits / walked * (
      select c.reltuples from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass);
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
    indexed := plain || ' and ' || coalesce(keys, private.board_keys(wanted, newest));
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
      if least_pay is not null then paid := format(' and s.pay >= %s', least_pay); end if;
    end if;
    -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
    execute format('with found as materialized (select s.* from private.job_search as s where %s and %s%s offset 0)
        select count(*), array(select s.job_id from found as s where true%s order by %s limit %s) from found',
        live, indexed, paid, rest, ordering, enough)
      into matches, ids using after_featured, after_created_at, after_id, banned;
    if least_pay is not null and is_first then matches := private.count_on_board(plain, indexed, banned, case when keys is null then share end); end if;
  elsif is_first and matches is null then
    matches := private.count_on_board(plain, indexed, banned, case when keys is null then share end);
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
drop function private.count_on_board(jsonb, text, integer[], uuid[], real);
-- may lock or break: nothing else called it.
drop function private.board_keys(jsonb);
-- may lock or break: nothing else called it.
drop function private.weeks_with(integer, real);
