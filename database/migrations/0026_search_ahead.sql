-- Finding candidates costs as much among 300,000 as among 1,000. Decisions 14, 20 and 70 say how.

-- Every piece of one, two and three letters, and the five letters around each space between two words. Some come
-- twice, which an index does not mind, and to take them out took most of the time.
create function private.pieces(words text, prefix text default '') returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  letters text[] := string_to_array(words, null);
  pieces text[] := '{}';
  piece text;
begin
  for place in 1..cardinality(letters) loop
    piece := letters[place];
    pieces := pieces || (prefix || piece);
    if place > 1 then
      piece := letters[place - 1] || piece;
      pieces := pieces || (prefix || piece);
    end if;
    if place > 2 then
      piece := letters[place - 2] || piece;
      pieces := pieces || (prefix || piece);
    end if;
    if place > 4 and letters[place - 2] = ' ' then
      pieces := pieces || (prefix || letters[place - 4] || letters[place - 3] || piece);
    end if;
  end loop;
  return pieces;
end
$$;
-- The indexes' expressions run as whoever writes a job.
grant execute on function private.pieces(text, text) to authenticated, service_role;

-- The same pieces as before: the index of the jobs stays as it is.
create or replace function private.job_grams(title text, company text) returns text[]
language sql immutable parallel safe as $$
  select private.pieces(lower(title)) || private.pieces(lower(company))
$$;

-- What whoever has the words must have among their pieces. Each one that is asked for is read from the index: so
-- many as cover the words, and of those around a space only the longer ones, which are rarer.
create function private.needed_pieces(words text, prefix text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  long text[] := array(select distinct private.junctions(words));
  pieces text[] := long;
  piece text;
begin
  if words = '' then return '{}'; end if;
  if char_length(words) < 3 then return array[prefix || words]; end if;
  for place in 1..char_length(words) by 3 loop
    piece := substr(words, least(place, char_length(words) - 2), 3);
    if strpos(array_to_string(long, E'\x1f'), piece) = 0 then pieces := pieces || piece; end if;
  end loop;
  return array(select prefix || needed from unnest(pieces) as needed);
end
$$;
drop function private.needed_pieces(text);

-- The companies that somebody is tied to are for nobody else to ask about.
create function private.own_company_keys() returns text[]
language sql stable security definer set search_path = '' as $$
  select private.company_keys_of(auth.uid())
$$;
grant execute on function private.own_company_keys() to authenticated, service_role;

-- Whose profiles the caller does not see, whatever else they may. A view, and not a function, so that the planner
-- can choose: of few profiles it looks each one up, for many it reads the whole list once, which is as long as
-- there are people who hide. It reads past the policies of the tables, and tells about the caller alone.
create view private.hidden_from_caller as
  select h.user_id from public.profile_hides as h
    where h.company_key = any ((select private.own_company_keys())::text[])
  union all
  select b.blocker_id from public.blocks as b where b.blocked_id = (select auth.uid());
grant select on private.hidden_from_caller to authenticated, service_role;

drop policy "members read public profiles" on public.candidate_profiles;
create policy "members read public profiles" on public.candidate_profiles
  for select to authenticated using (
    public_profile
    and (select private.may_see_candidates(auth.uid()))
    and not exists (select from private.hidden_from_caller as h where h.user_id = candidate_profiles.user_id));

drop function public.count_candidates(text, text, text[], text, text, text, text, integer, integer);
drop function public.search_candidates(text, text, text[], text, text, text, text, integer, integer, text, text,
  integer);
drop function private.find_candidates(text, text, text[], text, text, text, text, integer, integer, text, text,
  integer);
drop function private.people_hidden_from(uuid);
drop function private.search_conditions(text, text, text[], text[], integer, integer);
drop index private.candidate_search_words_idx, private.candidate_search_pieces_idx;
drop function private.candidate_pieces(text);

create function private.candidate_pieces(words text, place text, certifications text) returns text[]
language sql immutable parallel safe as $$
  select private.pieces(words) || private.pieces(place, 'place ') || private.pieces(certifications, 'proof ')
$$;

create function private.week_of(moment timestamptz) returns integer
language sql immutable strict parallel safe as $$
  select floor(extract(epoch from moment) / 604800)::integer
$$;

-- One index, because within one index the rarest of all that is asked for decides how much of it is read, the
-- week too. And only arrays, which are right as they are found: nothing is computed again for each row.
create index candidate_search_idx on private.candidate_search using gin (
  private.candidate_pieces(words, place, certifications), facets, (array[private.week_of(created_at)]))
  with (fastupdate = off);
-- Nothing asks any more how frequent they are, and to think about it takes time in each search.
alter table private.candidate_search
  alter column words set statistics 0, alter column place set statistics 0,
  alter column certifications set statistics 0, alter column facets set statistics 0;

-- What a search asks for, as conditions on candidate_search with these parameters: $4 text, $5 location,
-- $6 certification, $7 facets that must all be there, $8 skills of which one must be, $9 years of which one
-- must be, $10 and $11 years. Put together for each search, so that the planner sees only what is asked for. No
-- word of the caller's gets into the text.
create function private.search_conditions(
  q text, place text, certification text, wanted text[], any_skill text[], years_from integer, years_to integer
) returns text language sql immutable set search_path = '' as $$
  select 'true'
    || case when q <> '' then ' and c.words like $4' else '' end
    || case when place <> '' then ' and c.place like $5' else '' end
    || case when certification <> '' then ' and c.certifications like $6' else '' end
    || case when wanted <> '{}' then ' and c.facets @> $7' else '' end
    || case when any_skill <> '{}' then ' and c.facets && $8' else '' end
    || case when years_from is not null or years_to is not null
      then ' and c.facets && $9 and c.years between $10 and $11' else '' end
$$;

-- One function for both the page and the count, so that they cannot disagree. It looks until it has `enough`,
-- brings up to `most` where it meets them on the way, and says whether these are all.
--
-- Three steps. The first 1,000 in the order that is asked for are read through: that fills a page of every common
-- search, and is all of a small table. By how many they had, one can say how many weeks further back there are
-- enough, and the index is asked for those weeks. What is rarer is asked of the whole index, whose answer is then
-- short. So neither "common" nor "rare" is the slow case, and nothing depends on what the planner believes of words
-- that it cannot know. Who hides from the caller is asked last, of those alone who would be shown.
create function private.find_candidates(
  q text, level text, skills text[], skills_mode text, place text, certification text,
  availability text, years_from integer, years_to integer, sort text, after text, enough integer, most integer,
  out ids uuid[], out are_all boolean
)
language plpgsql stable security definer set search_path = ''
-- As it is; the later steps change it, and it is put back with the function's end.
set enable_seqscan = on
-- To begin another process takes longer than to search.
set max_parallel_workers_per_gather = 0 as $$
declare
  me uuid := auth.uid();
  needle text := private.fold(btrim(coalesce(q, '')));
  town text := private.fold(btrim(coalesce(place, '')));
  proof text := private.fold(btrim(coalesce(certification, '')));
  pieces text[] := private.needed_pieces(needle, '') || private.needed_pieces(town, 'place ')
    || private.needed_pieces(proof, 'proof ');
  skill_facets text[] := array(select distinct 'skill ' || private.fold(btrim(skill))
    from unnest(skills) as skill where btrim(skill) <> '' limit 30);
  wanted text[] := '{}';
  any_skill text[] := '{}';
  low integer := greatest(coalesce(years_from, 0), 0);
  high integer := coalesce(years_to, 2147483647);
  place_after text[] := string_to_array(nullif(after, ''), '~');
  -- From that place on.
  rest text := '';
  ordering text := 'order by c.created_at desc, c.profile_id desc';
  conditions text;
  source text;
  banned uuid[];
  newest timestamptz;
  oldest timestamptz;
  weeks integer[];
begin
  ids := '{}';
  are_all := true;
  -- Nobody else learns anything here, not even a number.
  if me is null or not private.may_see_candidates(me) then return; end if;
  banned := array(select private.banned_people());
  if coalesce(level, '') not in ('', 'all') then wanted := wanted || ('level ' || level); end if;
  if coalesce(availability, '') not in ('', 'all') then
    wanted := wanted || ('availability ' || availability);
  end if;
  if skills_mode = 'all' then wanted := wanted || skill_facets; else any_skill := skill_facets; end if;
  conditions := private.search_conditions(needle, town, proof, wanted, any_skill, years_from, years_to);
  if sort = 'completeness' then
    ordering := 'order by c.completeness desc, c.created_at desc, c.profile_id desc';
    if place_after is not null then
      rest := 'and (c.completeness, c.created_at, c.profile_id) < ($1, $2, $3)';
    end if;
  elsif place_after is not null then
    rest := 'and (c.created_at, c.profile_id) < ($2, $3)';
  end if;

  for step in 1..3 loop
    if step = 1 then
      source := format('select * from private.candidate_search as c where true %s %s', rest, ordering);
      if conditions <> 'true' then
        source := format('select * from (%s limit 1000) as c where %s', source, conditions);
      end if;
    else
      weeks := null;
      if step = 2 then
        execute format('select c.created_at from private.candidate_search as c where true %s %s
            offset 999 limit 1', rest, ordering)
          into oldest using place_after[1]::smallint, place_after[2]::timestamptz, place_after[3]::uuid;
        -- Then the first 1,000 were all.
        exit when oldest is null;
        are_all := false;
        exit when cardinality(ids) >= enough;
        continue when sort = 'completeness' or ids = '{}';
        newest := coalesce(place_after[2]::timestamptz,
          (select max(c.created_at) from private.candidate_search as c));
        -- And a half more, because luck is uneven.
        oldest := newest - (newest - oldest) * (1.5 * enough / cardinality(ids));
        -- Many weeks, or more than there are, are no shorter way.
        continue when oldest < newest - interval '1000 days'
          or oldest < (select min(c.created_at) from private.candidate_search as c);
        weeks := array(select generate_series(private.week_of(oldest), private.week_of(newest)));
      end if;
      perform set_config('enable_seqscan', 'off', true);
      -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
      source := format('select * from (select * from private.candidate_search as c where %s %s %s %s offset 0) as c %s',
        conditions, rest,
        case when pieces <> '{}'
          then 'and private.candidate_pieces(c.words, c.place, c.certifications) @> $13' end,
        case when weeks is not null then 'and array[private.week_of(c.created_at)] && $14' end,
        -- A count takes them as they lie.
        case when sort is not null then ordering || ' offset 0' end);
    end if;
    execute format('select array(select c.profile_id from (%s) as c
        where c.user_id <> all ($12)
          and (select not exists (select from private.hidden_from_caller as h where h.user_id = c.user_id))
        limit %s)', source, most)
      into ids
      using place_after[1]::smallint, place_after[2]::timestamptz, place_after[3]::uuid,
        private.like_pattern(needle), private.like_pattern(town), private.like_pattern(proof),
        wanted, any_skill,
        array(select 'years ' || year from generate_series(least(low, 60), least(high, 60)) as year),
        low, high, banned, pieces, weeks;
    are_all := step <> 2 and cardinality(ids) < most;
    exit when cardinality(ids) = most or conditions = 'true' or step = 2 and cardinality(ids) >= enough;
  end loop;
end
$$;
grant execute on function private.find_candidates(text, text, text[], text, text, text, text, integer,
  integer, text, text, integer, integer) to authenticated, service_role;

create function public.search_candidates(
  q text default '', level text default 'all', skills text[] default '{}',
  skills_mode text default 'any', location text default '', certification text default '',
  availability text default 'all', years_from integer default null, years_to integer default null,
  sort text default 'newest', after text default null, page_size integer default 20
) returns setof public.candidate_profiles
language sql stable security invoker set search_path = '' rows 20 as $$
  select p.* from greatest(least(page_size, 100), 1) as size,
    private.find_candidates(q, level, skills, skills_mode, location, certification,
      availability, years_from, years_to, coalesce(sort, 'newest'), after, size, size) as found,
    unnest(found.ids) with ordinality as shown (id, place)
    join public.candidate_profiles as p on p.id = shown.id
  order by shown.place
$$;
grant execute on function public.search_candidates(text, text, text[], text, text, text, text, integer,
  integer, text, text, integer) to authenticated, service_role;

-- How many a search finds. Where that is not exact there are more than it says: decision 70.
create function public.count_candidates(
  q text default '', level text default 'all', skills text[] default '{}',
  skills_mode text default 'any', location text default '', certification text default '',
  availability text default 'all', years_from integer default null, years_to integer default null
) returns table (matches integer, is_exact boolean)
language sql stable security invoker set search_path = '' rows 1 as $$
  select case when found.are_all then cardinality(found.ids)
      else (select max(step) from unnest(array[20, 50, 100, 200]) as step where step < cardinality(found.ids)) end,
    found.are_all
  from private.find_candidates(q, level, skills, skills_mode, location, certification, availability,
    years_from, years_to, null, null, 21, 201) as found
$$;
grant execute on function public.count_candidates(text, text, text[], text, text, text, text, integer,
  integer) to authenticated, service_role;
