-- What is rare is found with less work (decision 120): of the pieces of words only those are asked for that leave much out, and pay
-- together with its place.

-- The words of the newest postings, by which it is guessed how common a piece is.
create function private.newest_words() returns text
language sql stable set search_path = '' as $$
  select string_agg(s.words, E'\x1e') from (select w.words from private.job_search as w
    order by w.is_featured desc, w.created_at desc, w.job_id desc limit 1000) as s
$$;
revoke execute on function private.newest_words() from public;

-- Of these pieces those that the large index is asked for: what none of the newest postings has, finds those that have it alone
-- (0148). Else the rarest one, and each next one for as long as it leaves out a fifth of what those before it find.
create function private.rare_pieces(pieces text[], newest text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  rare text[] := array(select piece from unnest(pieces) as piece where strpos(newest, piece) = 0);
  rarest text;
  times integer;
  met integer;
begin
  if rare <> '{}' then return rare; end if;
  while newest is not null loop
    select piece, (octet_length(newest) - octet_length(replace(newest, piece, ''))) / octet_length(piece) as n into rarest, times
      from unnest(pieces) as piece where piece <> all (rare) order by n, piece limit 1;
    exit when rarest is null or times > 0.8 * met;
    rare := rare || rarest;
    select string_agg(words, E'\x1e'), count(*) into newest, met
      from string_to_table(newest, E'\x1e') as words where strpos(words, rarest) > 0;
  end loop;
  return rare;
end
$$;
revoke execute on function private.rare_pieces(text[], text) from public;

-- As before (0148), but that pay is asked for here too.
create or replace function private.board_keys(wanted jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  entry jsonb;
  said text;
  pieces text[];
  newest text;
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
    if entry ? 'days' then
      said := said || format(' and array[private.week_of(s.created_at)] && %L::integer[]', array(select generate_series(
        private.week_of(now() - least((entry ->> 'days')::integer, 90) * interval '1 day'), private.week_of(now()) + 1)));
    end if;
    if said = '' then return 'true'; end if;
    keys := keys || ('(' || substr(said, 6) || ')');
  end loop;
  return '(' || array_to_string(keys, ' or ') || ')';
end
$$;

-- As before, but that what is rare is asked of the board's own rows alone, which say all that is compared.
create or replace function private.find_jobs(
  term text, kind text, after_featured boolean, after_created_at timestamptz, after_id uuid, is_first_page boolean,
  out ids uuid[], out matches integer, out is_exact boolean
)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  read_through integer;
  needed text[];
  banned uuid[];
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
    banned := array(select private.banned_people());
    needed := private.term_grams(term);
    if cardinality(needed) > 1 then needed := private.rare_pieces(needed, private.newest_words()); end if;
    if matches < 21 then
      with found as materialized (
        select s.job_id, s.is_featured, s.created_at from private.job_search as s
        where (kind = '' or s.job_type = kind) and s.ends_at > now() and s.posted_by <> all (banned)
          and private.pieces(s.words, '') @> needed and strpos(s.words, term) > 0 and strpos(term, E'\x1f') = 0
      )
      select count(*), (select array_agg(job_id order by is_featured desc, created_at desc, job_id desc) from (
          select * from found as f where (f.is_featured, f.created_at, f.job_id) < (after_featured, after_created_at, after_id)
          order by f.is_featured desc, f.created_at desc, f.job_id desc limit 21) as page)
        into matches, ids from found;
    else
      select count(*) into matches from (
        select from private.job_search as s
        where (kind = '' or s.job_type = kind) and s.ends_at > now() and s.posted_by <> all (banned)
          and private.pieces(s.words, '') @> needed and strpos(s.words, term) > 0 and strpos(term, E'\x1f') = 0
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

-- may lock or break: only the functions that are written anew above called it.
drop function private.rare_pieces(text[]);
