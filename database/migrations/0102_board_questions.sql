-- The questions to private.job_search (0101). Decision 100 says why they are asked so.

-- What a search asks, as one condition on `s`. `wanted` is a list: what fits one of its entries is found. With
-- `for_index` it says as well what the index is asked for; without, only what is true of a row.
create function private.board_condition(wanted jsonb, for_index boolean) returns text
language plpgsql stable set search_path = '' as $$
declare
  entry jsonb;
  said text;
  each_word text;
  term text;
  facets text[];
  state text;
  spot jsonb;
  -- In degrees.
  away real;
  conditions text[] := '{}';
begin
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) not between 1 and 4 then
    raise exception 'A search is a list of one to four objects' using errcode = '22023';
  end if;
  for entry in select * from jsonb_array_elements(wanted) loop
    if jsonb_typeof(entry) <> 'object' then
      raise exception 'A search is a list of one to four objects' using errcode = '22023';
    end if;
    said := '';
    for each_word in select value from jsonb_array_elements_text(coalesce(entry -> 'words', '[]')) as value limit 20 loop
      term := left(lower(normalize(private.trimmed(each_word), NFC)), 100);
      continue when term = '';
      said := said || format(' and s.words like %L', private.like_pattern(term));
      if strpos(term, E'\x1f') > 0 then said := said || ' and false'; end if;
      if for_index then
        said := said || format(' and private.pieces(s.words, '''') @> %L::text[]', private.needed_pieces(term, ''));
      end if;
    end loop;
    state := entry ->> 'state';
    spot := entry -> 'near';
    facets := array_remove(array[
        'type ' || (entry ->> 'type'),
        entry ->> 'workplace',
        case when entry ->> 'workplace' is distinct from 'remote' and spot is null then 'state ' || state end,
        case entry ->> 'credential' when 'any' then 'wants' else 'wants ' || (entry ->> 'credential') end,
        case when (entry ->> 'verified')::boolean then 'verified' end], null)
      || array(select 'skill ' || lower(skill) from jsonb_array_elements_text(coalesce(entry -> 'skills', '[]')) as skill limit 20);
    if facets <> '{}' then said := said || format(' and s.facets @> %L::text[]', facets); end if;
    if entry ->> 'workplace' = 'remote' and state is not null then
      said := said || format(' and s.facets && %L::text[]',
        array['remote from anywhere', 'remote from US', 'remote from US-' || state]);
    elsif spot is not null then
      away := least((spot ->> 'miles')::real, 200) / 68.7;
      if for_index then
        said := said || format(' and s.facets && %L::text[]', private.cells_around(
          (spot ->> 'latitude')::real, (spot ->> 'longitude')::real, least((spot ->> 'miles')::real, 200)));
      end if;
      -- What lies outside of the square is left out at little cost.
      said := said || format(' and s.latitude between %L and %L and s.longitude between %L and %L',
        (spot ->> 'latitude')::real - away, (spot ->> 'latitude')::real + away,
        (spot ->> 'longitude')::real - away / cos(radians(least(abs((spot ->> 'latitude')::real) + away, 85))),
        (spot ->> 'longitude')::real + away / cos(radians(least(abs((spot ->> 'latitude')::real) + away, 85))));
      said := said || format(' and private.miles_between(s.latitude, s.longitude, %L::real, %L::real) <= %L::real',
        spot ->> 'latitude', spot ->> 'longitude', least((spot ->> 'miles')::real, 200));
    end if;
    if entry ? 'pay' then said := said || format(' and s.pay >= %L::integer', least((entry ->> 'pay')::numeric, 2e9)::integer); end if;
    if entry ? 'days' then
      said := said || format(' and s.created_at >= now() - %L::integer * interval ''1 day''', (entry ->> 'days')::integer);
      if for_index then
        said := said || format(' and array[private.week_of(s.created_at)] && %L::integer[]', array(select generate_series(
          private.week_of(now() - least((entry ->> 'days')::integer, 90) * interval '1 day'), private.week_of(now()) + 1)));
      end if;
    end if;
    if said = '' then return 'true'; end if;
    conditions := conditions || ('(' || substr(said, 6) || ')');
  end loop;
  return '(' || array_to_string(conditions, ' or ') || ')';
end
$$;

-- The newest first are asked as decision 70 says of candidates: the first thousand are read through, then the weeks
-- in which there should be enough, then all of the index. The other orders have two steps: the first thousand of
-- the order, and all. It runs as its owner and answers ids alone, as private.find_jobs does.
create function private.find_on_board(
  wanted jsonb, sort text, after_featured boolean, after_created_at timestamptz, after_id uuid, skip integer,
  out ids uuid[], out matches integer, out is_exact boolean
)
language plpgsql stable security definer set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set enable_seqscan = on as $$
declare
  plain text := private.board_condition(wanted, false);
  indexed text := private.board_condition(wanted, true);
  banned uuid[] := array(select private.banned_people());
  live constant text := 's.ends_at > now() and s.posted_by <> all ($4)';
  -- Past these.
  skipped integer := case when sort = 'newest' then 0 else least(greatest(coalesce(skip, 0), 0), 980) end;
  enough integer := skipped + 21;
  ordering text := 's.is_featured desc, s.created_at desc, s.job_id desc';
  source text;
  rest text := '';
  spot jsonb;
  phrase text;
  walked integer;
  hits integer;
  featured integer := 0;
  newest timestamptz;
  oldest timestamptz;
  met uuid[];
begin
  select e -> 'near' into spot from jsonb_array_elements(wanted) as e where e ? 'near' limit 1;
  if sort = 'pay' then
    ordering := 's.pay desc nulls last, s.created_at desc, s.job_id desc';
    source := format('select s.* from private.job_search as s where s.pay is not null
      order by s.pay desc, s.created_at desc, s.job_id desc limit %s', 1000 + skipped);
  elsif sort = 'nearest' and spot is not null then
    ordering := format('private.miles_between(s.latitude, s.longitude, %L::real, %L::real) nulls last, s.created_at desc, s.job_id desc',
      spot ->> 'latitude', spot ->> 'longitude');
    source := format('select s.* from (select b.place from private.board_places as b
        where abs(b.latitude - %1$L::real) < 4 order by private.miles_between(b.latitude, b.longitude, %1$L::real, %2$L::real), b.place) as p
      cross join lateral (select s.* from private.job_search as s where s.place = p.place
        order by s.created_at desc, s.job_id desc limit %3$s) as s limit %3$s',
      spot ->> 'latitude', spot ->> 'longitude', 1000 + skipped);
  else
    if after_id is not null and sort = 'newest' then rest := ' and (s.is_featured, s.created_at, s.job_id) < ($1, $2, $3)'; end if;
    source := format('select s.* from private.job_search as s where true%s order by %s limit 1000', rest, ordering);
    phrase := left(lower(normalize(coalesce(wanted -> 0 -> 'words' ->> 0, ''), NFC)), 100);
    if sort = 'relevance' and phrase <> '' then
      -- In the title, at the begin of a word of it, as its first words.
      ordering := format('(strpos(split_part(s.words, E''\x1f'', 1), %1$L) = 1)::int
          + (strpos('' '' || split_part(s.words, E''\x1f'', 1), '' '' || %1$L) > 0)::int
          + (strpos(split_part(s.words, E''\x1f'', 1), %1$L) > 0)::int desc, ', phrase) || ordering;
    end if;
  end if;

  execute format('with walked as materialized (select s.*, row_number() over () as at from (%s) as s)
      select count(*), array_agg(s.job_id order by %s) filter (where %s and %s),
        count(*) filter (where s.is_featured and %3$s and %4$s), max(s.created_at) filter (where not s.is_featured),
        min(s.created_at) filter (where not s.is_featured)
      from walked as s', source, ordering, live, plain)
    into walked, ids, featured, newest, oldest
    using after_featured, after_created_at, after_id, banned;
  ids := coalesce(ids, '{}');
  hits := cardinality(ids);
  is_exact := true;
  matches := hits;
  if walked >= 1000 or sort in ('pay', 'nearest') then
    matches := null;
    if hits < enough and not (plain = 'true' and sort = 'newest') then
      met := null;
      perform set_config('enable_seqscan', 'off', true);
      if sort = 'newest' and hits - featured > 0 and newest > oldest and plain <> 'true' then
        -- And a half more, because luck is uneven.
        oldest := newest - (newest - oldest) * (1.5 * enough / (hits - featured));
        if oldest > newest - interval '100 days' then
          execute format('select array(select s.job_id from (select s.* from private.job_search as s
              where %s and %s%s and not s.is_featured and array[private.week_of(s.created_at)] && $5 offset 0) as s
            order by %s limit %s)', live, indexed, rest, ordering, enough - featured)
            into met using after_featured, after_created_at, after_id, banned,
              array(select generate_series(private.week_of(oldest), private.week_of(newest)));
          if cardinality(met) < enough - featured then met := null; else met := ids[1:featured] || met; end if;
        end if;
      end if;
      if met is null then
        -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
        execute format('select array(select s.job_id from (select s.* from private.job_search as s where %s and %s%s offset 0) as s
            order by %s limit %s)', live, indexed, rest, ordering, enough)
          into met using after_featured, after_created_at, after_id, banned;
      end if;
      ids := met;
    end if;
    if after_id is null and skipped = 0 then
      matches := private.count_on_board(plain, indexed, banned, hits);
      is_exact := matches <= 1000;
      matches := least(matches, 1000);
    end if;
  elsif after_id is not null or skipped > 0 then
    matches := null;
  end if;
  ids := ids[skipped + 1 : enough];
end
$$;

-- How many there are, up to 1,001. What is common is met soon wherever one looks; what is rare has a short list.
create function private.count_on_board(plain text, indexed text, banned uuid[], hits integer) returns integer
language plpgsql stable set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set enable_seqscan = on set enable_indexscan = on set enable_bitmapscan = on as $$
declare
  is_common boolean := hits >= 30;
  counted integer;
begin
  perform set_config(case when is_common then 'enable_bitmapscan' else 'enable_seqscan' end, 'off', true);
  if is_common then perform set_config('enable_indexscan', 'off', true); end if;
  execute format('select count(*) from (select from private.job_search as s
      where s.ends_at > now() and s.posted_by <> all ($1) and %s limit 1001) as counted', case when is_common then plain else indexed end)
    into counted using banned;
  return counted;
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

-- As before (0024), but that what is rare is asked of the one index there is now.
create or replace function private.find_jobs(
  term text, kind text, after_featured boolean, after_created_at timestamptz, after_id uuid,
  is_first_page boolean,
  out ids uuid[], out matches integer, out is_exact boolean
)
language plpgsql stable security definer set search_path = ''
-- The plans below must not depend on what was asked first.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  read_through integer;
  needed text[];
begin
  if term = '' then
    -- Everything matches: the page, and for the first one as many more as are counted.
    is_exact := true;
    if kind = '' then
      select array_agg(id) into ids from (
        select id from private.live_jobs
        where (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from private.live_jobs
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    else
      select array_agg(id) into ids from (
        select id from private.live_jobs
        where job_type = kind and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from private.live_jobs where job_type = kind
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    end if;
    if matches > 1000 then
      matches := 1000;
      is_exact := false;
    end if;
    return;
  end if;

  if kind = '' then
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from private.live_jobs
        where (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 1000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  else
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from private.live_jobs
        where job_type = kind and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 1000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  end if;
  matches := coalesce(cardinality(ids), 0);
  is_exact := true;

  if read_through = 1000 and (matches < 21 or (is_first_page and matches <= 50)) then
    needed := private.term_grams(term);
    if matches < 21 then
      with found as materialized (
        select j.id, j.is_featured, j.created_at
        from private.job_search as s join private.live_jobs as j on j.id = s.job_id
        where (kind = '' or j.job_type = kind)
          and (j.is_featured, j.created_at, j.id) < (after_featured, after_created_at, after_id)
          and private.pieces(s.words, '') @> needed
          and private.has_term(j.title, j.company, term)
      )
      select count(*), (select array_agg(id order by is_featured desc, created_at desc, id desc) from (
          select * from found order by is_featured desc, created_at desc, id desc limit 21) as page)
        into matches, ids from found;
    else
      select count(*) into matches from (
        select from private.job_search as s join private.live_jobs as j on j.id = s.job_id
        where (kind = '' or j.job_type = kind)
          and private.pieces(s.words, '') @> needed
          and private.has_term(j.title, j.company, term)
        limit 101) as counted;
      is_exact := matches <= 100;
      matches := least(matches, 100);
    end if;
  elsif read_through = 1000 then
    -- Common among the newest: there are more than these, and counting them all is what takes time.
    is_exact := false;
    matches := (matches - 1) / 50 * 50;
  end if;
  ids := ids[1:21];
  if not is_first_page then
    matches := null;
    is_exact := true;
  end if;
end
$$;
drop index public.jobs_grams_idx;
drop function private.job_grams(text, text);

-- How many a search would find with each of the values of one filter, whatever that filter is now; up to 1,001.
create function public.count_board(wanted jsonb, filter text)
returns table (value text, matches integer)
language plpgsql stable security definer set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off set enable_seqscan = on set enable_indexscan = on set enable_bitmapscan = on as $$
declare
  field text := case filter when 'type' then 'job_type' when 'workplace' then 'workplace' end;
  others jsonb := (select jsonb_agg(entry - filter) from jsonb_array_elements(wanted) as entry);
  plain text;
  indexed text;
  banned uuid[] := array(select private.banned_people());
  sample integer;
  hits integer;
  counted jsonb;
  most constant integer := 6000;
  total integer;
  each_value text;
begin
  if field is null then raise exception 'Count by type or by workplace' using errcode = '22023'; end if;
  plain := private.board_condition(others, false);
  indexed := private.board_condition(others, true);
  execute format('select count(*), count(*) filter (where %s) from (select * from private.job_search as s
      order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s', plain) into sample, hits;
  if sample < 1000 or hits >= 100 then
    perform set_config('enable_bitmapscan', 'off', true);
    perform set_config('enable_indexscan', 'off', true);
  else
    perform set_config('enable_seqscan', 'off', true);
  end if;
  execute format('select jsonb_object_agg(value, n), sum(n) from (select value, count(*) as n from (
      select s.%I as value from private.job_search as s where s.ends_at > now() and s.posted_by <> all ($1) and %s limit %s) as found
      group by value) as counted where value is not null', field, case when hits >= 100 or sample < 1000 then plain else indexed end, most)
    into counted, total using banned;
  for each_value in select unnest(case filter
    when 'type' then array['Full-time', 'Part-time', 'Contract', 'Remote', 'Other']
    else array['on-site', 'hybrid', 'remote'] end)
  loop
    matches := coalesce((counted ->> each_value)::integer, 0);
    if total >= most and matches <= 1000 then
      -- Rare among what was met: its own list says.
      matches := private.count_on_board(plain, private.board_condition(
        (select jsonb_agg(entry || jsonb_build_object(filter, each_value)) from jsonb_array_elements(others) as entry), true), banned, 0);
    end if;
    value := each_value;
    matches := least(matches, 1001);
    return next;
  end loop;
end
$$;
grant execute on function public.count_board(jsonb, text) to anon, authenticated, service_role;

-- What somebody may have meant who wrote a word that nothing has: one of the words of the newest postings, or the
-- name of a place. Nothing for a word that is one.
create function public.suggest_words(asked text[])
returns table (word text, meant text)
language sql stable security definer set search_path = '' as $$
  with known as materialized (
    select said, count(*) as times from (
      select distinct s.job_id, said from (select * from private.job_search as s
          where s.ends_at > now() order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s,
        regexp_split_to_table(s.words, '[^[:alnum:]]+') as said) as each
    where char_length(said) between 4 and 40 group by said
  ), words as (
    select distinct left(lower(each), 40) as word from unnest(asked[1:8]) as each
    where char_length(each) between 4 and 40 and each ~ '^[[:alpha:]''-]+$'
  )
  select w.word, (select near.said from (
      select k.said, extensions.levenshtein_less_equal(w.word, k.said, 2) as steps, 1000000 + k.times as weight from known as k
      union all
      select b.beginning || split_part(entry, '|', 1), extensions.levenshtein_less_equal(w.word,
          b.beginning || split_part(entry, '|', 1), 2),
        coalesce(nullif(split_part(entry, '|', 5), '')::integer, 1)
      from private.place_blocks as b, string_to_table(b.entries, ';') as entry
      where b.beginning ~ '^[a-z]{3}' and b.beginning like left(private.place_key(w.word), 1) || '%'
        and coalesce(nullif(split_part(entry, '|', 5), '')::integer, 1) >= 3) as near
    where near.steps <= case when char_length(w.word) < 6 then 1 else 2 end
    order by near.steps, near.weight desc, near.said limit 1)
  from words as w
  where not exists (select from known as k where k.said = w.word)
    and not exists (select from private.places_of(private.place_key(w.word)))
$$;
grant execute on function public.suggest_words(text[]) to anon, authenticated, service_role;

-- What of the words that somebody typed are places: each name is asked for as it was typed, all at once.
create function public.find_places(names text[])
returns table (asked text, name text, state text, latitude real, longitude real, size integer, has_postings boolean)
language sql stable security definer set search_path = '' as $$
  select each.asked, p.name, p.state, p.latitude, p.longitude, p.size,
    exists (select from private.board_places as b where b.place = p.state || '/' || private.place_key(p.name))
  from (select distinct left(asked, 60) as asked from unnest(names[1:40]) as asked) as each,
    private.places_of(private.place_key(each.asked)) as p
  order by each.asked, p.size desc, p.state
$$;
grant execute on function public.find_places(text[]) to anon, authenticated, service_role;
