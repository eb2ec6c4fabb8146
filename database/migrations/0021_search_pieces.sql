-- Finding jobs and candidates takes as long among very many as among few. Decisions 14 and 20 say how.

-- Pieces of three letters all lie somewhere in most texts that have the words of a term, one after the other or
-- not. Five letters around the space between two words tell them apart: "er au" of "coder auditor".
create function private.junctions(words text) returns setof text
language sql immutable parallel safe as $$
  select substr(words, place - 2, 5) from generate_series(3, char_length(words) - 2) as place
  where substr(words, place, 1) = ' '
$$;
grant execute on function private.junctions(text) to authenticated, service_role;

drop index public.jobs_grams_idx;

create or replace function private.job_grams(title text, company text) returns text[]
language sql immutable parallel safe as $$
  select array_agg(distinct piece collate "C")
  from (values (lower(title)), (lower(company))) as words (word), lateral (
    select substr(word, place, size) from generate_series(1, 3) as size,
      generate_series(1, char_length(word) - size + 1) as place
    union all select private.junctions(word)) as pieces (piece)
$$;

create or replace function private.term_grams(term text) returns text[]
language sql immutable parallel safe as $$
  select array_agg(distinct piece collate "C") from (
    select substr(term, place, 3) from generate_series(1, greatest(char_length(term) - 2, 1)) as place
    union all select private.junctions(term)) as pieces (piece)
$$;

create index jobs_grams_idx on public.jobs using gin (private.job_grams(title, company))
  with (fastupdate = on, gin_pending_list_limit = 256)
  where is_active and hidden_at is null and not is_past;

-- Trigrams cannot find texts of one or two characters, and know no junctions.
drop index private.candidate_search_short_idx;

create function private.candidate_pieces(words text) returns text[]
language sql immutable parallel safe as $$
  select array_agg(distinct piece) from (
    select substr(words, place, size) from generate_series(1, 2) as size,
      generate_series(1, char_length(words) - size + 1) as place
    union all select private.junctions(words)) as pieces (piece)
$$;
create index candidate_search_pieces_idx on private.candidate_search
  using gin (private.candidate_pieces(words)) with (fastupdate = off);

-- What the pieces of somebody who has the text must have among them; nothing where trigrams tell more.
create function private.needed_pieces(words text) returns text[]
language sql immutable parallel safe as $$
  select case when char_length(words) < 3 then array[words]
    else array(select distinct private.junctions(words)) end
$$;

drop function private.search_conditions(text, text, text, text[], text[], integer, integer);
drop function private.short_grams(text);

-- What a search asks for, as conditions on candidate_search with these parameters: $2 text, $3 location,
-- $4 certification, $5 facets that must all be there, $6 skills of which one must be, $7 years of which one
-- must be, $8 and $9 years. Put together for each search, so that the planner sees only what is asked for. No
-- word of the caller's gets into the text.
create function private.search_conditions(
  place text, certification text, wanted text[], any_skill text[], years_from integer, years_to integer
) returns text language sql immutable set search_path = '' as $$
  select 'true'
    || case when place <> '' then ' and c.place like $3' else '' end
    || case when certification <> '' then ' and c.certifications like $4' else '' end
    || case when wanted <> '{}' then ' and c.facets @> $5' else '' end
    || case when any_skill <> '{}' then ' and c.facets && $6' else '' end
    || case when years_from is not null or years_to is not null
      then ' and c.facets && $7 and c.years between $8 and $9' else '' end
$$;

-- One function for both the page and the count, so that they cannot disagree.
--
-- Three steps. The first 1,000 whom the caller may see, in the order that is asked for, are read through: that
-- fills a page of every common search, and is all of a small table. Where it filled a half, 3,000 are. What is
-- rarer than that is asked of the indexes, whose answer is then short. So neither "common" nor "rare" is the
-- slow case, and nothing depends on what the planner believes of words that it cannot know.
create or replace function private.find_candidates(
  q text, level text, skills text[], skills_mode text, place text, certification text,
  availability text, years_from integer, years_to integer, sort text, after text, most integer
) returns table (profile_id uuid, n bigint)
language plpgsql stable security definer set search_path = '' rows 20
-- As they are; the last step changes them, and they are put back with its end.
set enable_indexscan = on set enable_seqscan = on as $$
declare
  me uuid := auth.uid();
  needle text := private.fold(btrim(coalesce(q, '')));
  town text := btrim(coalesce(place, ''));
  proof text := btrim(coalesce(certification, ''));
  skill_facets text[] := array(select distinct 'skill ' || private.fold(btrim(skill))
    from unnest(skills) as skill where btrim(skill) <> '' limit 30);
  wanted text[] := '{}';
  any_skill text[] := '{}';
  low integer := greatest(coalesce(years_from, 0), 0);
  high integer := coalesce(years_to, 2147483647);
  enough integer := greatest(least(coalesce(most, 20), 1001), 1);
  place_after text[] := string_to_array(nullif(after, ''), '~');
  pieces text[] := '{}';
  unseen uuid[];
  has_text text := '';
  conditions text;
  ordering text := 'order by c.created_at desc, c.profile_id desc';
  -- Whom the caller may see, from the place on.
  visible text := 'select * from private.candidate_search as c where c.user_id <> all ($1)';
  source text;
  found uuid[] := '{}';
begin
  -- Nobody else learns anything here, not even a number.
  if me is null or not private.may_see_candidates(me) then return; end if;
  if coalesce(level, '') not in ('', 'all') then wanted := wanted || ('level ' || level); end if;
  if coalesce(availability, '') not in ('', 'all') then
    wanted := wanted || ('availability ' || availability);
  end if;
  if skills_mode = 'all' then wanted := wanted || skill_facets; else any_skill := skill_facets; end if;
  if needle <> '' then
    has_text := ' and c.words like $2';
    pieces := private.needed_pieces(needle);
  end if;
  unseen := array(
    select private.people_hidden_from(me) union all select private.banned_people());
  conditions := private.search_conditions(town, proof, wanted, any_skill, years_from, years_to);
  if sort = 'completeness' then
    ordering := 'order by c.completeness desc, c.created_at desc, c.profile_id desc';
    if place_after is not null then
      visible := visible || ' and (c.completeness, c.created_at, c.profile_id) < ($10, $11, $12)';
    end if;
  elsif place_after is not null then
    visible := visible || ' and (c.created_at, c.profile_id) < ($11, $12)';
  end if;
  -- A count takes them as they lie.
  if sort is null then ordering := ''; end if;

  for step in 1..3 loop
    continue when step = 2 and cardinality(found) * 2 < enough;
    if step < 3 then
      source := format('%s %s limit %s', visible, ordering, case step when 1 then 1000 else 3000 end);
    else
      source := visible;
      if pieces <> '{}' then
        -- Of one or two characters the piece is all. Of more it finds the few that are looked at: no trigrams.
        has_text := case when char_length(needle) > 2 then ' and c.words || '''' like $2' else '' end
          || ' and private.candidate_pieces(c.words) @> $13';
      end if;
      perform set_config('enable_indexscan', 'off', true);
      -- Without any of these there may be nothing better than to read the table.
      if needle <> '' or wanted <> '{}' or any_skill <> '{}' then
        perform set_config('enable_seqscan', 'off', true);
      end if;
    end if;
    execute format('select array(select c.profile_id from (%s) as c where %s %s limit %s)', source,
        conditions || has_text, ordering, enough)
      into found
      using unseen, private.like_pattern(needle), private.like_pattern(town), private.like_pattern(proof),
        wanted, any_skill,
        array(select 'years ' || year from generate_series(least(low, 60), least(high, 60)) as year),
        low, high, place_after[1]::smallint, place_after[2]::timestamptz, place_after[3]::uuid, pieces;
    exit when cardinality(found) = enough;
    -- Then these were all.
    exit when step = 1 and not exists (select from private.candidate_search offset 1000);
  end loop;
  return query select * from unnest(found) with ordinality;
end
$$;

-- The sitemap's parts are cut by id: without reading a row of the table.
create index jobs_addresses_idx on public.jobs (id) include (updated_at, ends_at, posted_by)
  where is_active and hidden_at is null and not is_past;

-- Past the policies, which would ask once more who is banned and change nothing: the view has asked all of it.
create or replace function public.list_job_addresses(part integer default 1) returns text[]
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select coalesce(array_agg(id || ' ' || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD')), '{}')
  from (
    select id, updated_at from private.live_jobs
    order by id offset greatest(part - 1, 0)::bigint * 10000 limit 10000
  ) as listed
$$;
create or replace function public.count_live_jobs() returns integer
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select count(*)::integer from private.live_jobs
$$;
