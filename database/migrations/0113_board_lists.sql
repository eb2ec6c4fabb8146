-- What a search of the board shows, in each of its orders. Decision 103.

-- The first in the order that is asked for are read through: that fills a page of all that is common, and is all of a small
-- board. Of what is rarer, up to ten times as many. What is rarer still is asked of the index, whose answer is then short, and
-- which counts it as well. It runs as its owner and answers ids alone, as private.find_jobs does.
create function private.find_on_board(
  wanted jsonb, sort text, after_featured boolean, after_created_at timestamptz, after_id uuid, skip integer,
  out ids uuid[], out matches integer, out is_exact boolean
)
language plpgsql stable security definer set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '16MB'
set random_page_cost = 0.1 set seq_page_cost = 0.1 set enable_seqscan = on as $$
declare
  plain text := private.board_condition(wanted);
  indexed text := plain || ' and ' || private.board_keys(wanted);
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

  if phrase <> '' and (matches is null or hits > 0) then
    select r.* into ids, matches from private.most_relevant(plain, indexed, banned, phrase,
      case when matches = hits and walked < reach then 1 else share end, enough) as r;
  elsif hits < enough and matches is null then
    perform set_config('enable_seqscan', 'off', true);
    -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
    execute format('with found as materialized (select s.* from private.job_search as s where %s and %s%s offset 0)
        select count(*), array(select s.job_id from found as s order by %s limit %s) from found',
        live, indexed, rest, ordering, enough)
      into matches, ids using after_featured, after_created_at, after_id, banned;
  elsif is_first and matches is null then
    matches := private.count_on_board(plain, indexed, banned, share);
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

-- Of the newest thousand that fit, those first that have the phrase in the title, at the begin of a word of it, as its first words.
create function private.most_relevant(
  plain text, indexed text, banned uuid[], phrase text, share real, most integer, out ids uuid[], out matches integer
)
language plpgsql stable set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '16MB'
set random_page_cost = 0.1 set seq_page_cost = 0.1 set enable_seqscan = on as $$
declare
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  newest constant text := 's.is_featured desc, s.created_at desc, s.job_id desc';
  weeks integer[];
  sources text[];
  source text;
begin
  if share >= 0.04 then
    sources := array[format('select * from (select * from private.job_search as s order by %s limit %s) as s where %s and %s',
      newest, 36000, live, plain)];
  end if;
  weeks := private.weeks_with(1001, share);
  if weeks is not null and share < 0.04 then
    sources := sources || format('select * from private.job_search as s where %s and %s and array[private.week_of(s.created_at)] && $2
      union select * from private.job_search as s where s.is_featured and %1$s and %s', live, indexed, plain);
  end if;
  foreach source in array sources || format('select * from private.job_search as s where %s and %s offset 0', live, indexed) loop
    execute format('with found as materialized (select * from (%s) as s order by %s limit 1001)
        select count(*), array(select s.job_id from found as s order by
          (strpos(split_part(s.words, E''\x1f'', 1), $3) = 1)::int
            + (strpos('' '' || split_part(s.words, E''\x1f'', 1), '' '' || $3) > 0)::int
            + (strpos(split_part(s.words, E''\x1f'', 1), $3) > 0)::int desc, %s limit %s) from found', source, newest, newest, most)
      into matches, ids using banned, weeks, phrase;
    exit when matches > 1000 or share = 1;
    perform set_config('enable_seqscan', 'off', true);
  end loop;
end
$$;

create function public.search_board(
  wanted jsonb default '[{}]', sort text default 'newest', after_featured boolean default null,
  after_created_at timestamptz default null, after_id uuid default null, skip integer default 0
)
returns table (
  id uuid, title text, company text, job_type text, location text, salary_range text,
  application_url text, description text, created_at timestamptz, application_deadline date,
  workplace text, city text, region text, country text, salary_from numeric, salary_to numeric,
  salary_currency text, salary_period text, ends_at timestamptz, updated_at timestamptz,
  is_featured boolean, has_more boolean, matches integer, is_exact boolean
)
language sql stable set search_path = '' as $$
  select j.id, j.title, j.company, j.job_type, j.location, j.salary_range, j.application_url,
    left(j.description, 400), j.created_at, j.application_deadline, j.workplace, j.city, j.region,
    j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period, j.ends_at,
    j.updated_at, j.is_featured, cardinality(found.ids) > 20, found.matches, found.is_exact
  from private.find_on_board(wanted, coalesce(sort, 'newest'), after_featured, after_created_at, after_id, skip) as found,
    unnest(found.ids[1:20]) with ordinality as shown (id, place)
    join public.jobs as j on j.id = shown.id
  order by shown.place
$$;
grant execute on function public.search_board(jsonb, text, boolean, timestamptz, uuid, integer) to anon, authenticated, service_role;
grant execute on function private.find_on_board(jsonb, text, boolean, timestamptz, uuid, integer)
  to anon, authenticated, service_role;
