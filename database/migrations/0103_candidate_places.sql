-- Candidates by place: with a radius the place is one that we know (0100), else it is a part of what they wrote, as ever.
-- Where they are stands beside their facets, and is asked of the same index. Decision 100.
alter table private.candidate_search add column latitude real, add column longitude real;

create or replace function private.index_candidates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with located as materialized (
    select * from (select distinct p.location from written as p where p.public_profile) as said,
      private.place_of_posting(said.location, null, null, null)
  )
  insert into private.candidate_search as known (profile_id, user_id, created_at, completeness, years,
      words, place, certifications, facets, latitude, longitude)
    select p.id, p.user_id, p.created_at, p.completeness, p.years_experience,
      private.fold(p.headline) || E'\x1f' || private.fold(p.location),
      private.fold(p.location),
      private.fold(array_to_string(p.certifications, E'\n')),
      private.facets_of(p) || private.facets_of_place(l.state, l.latitude, l.longitude), l.latitude, l.longitude
    from written as p join located as l on l.location is not distinct from p.location
    where p.public_profile
    on conflict (profile_id) do update set
      user_id = excluded.user_id, created_at = excluded.created_at,
      completeness = excluded.completeness, years = excluded.years, words = excluded.words,
      place = excluded.place, certifications = excluded.certifications, facets = excluded.facets,
      latitude = excluded.latitude, longitude = excluded.longitude
    where known is distinct from excluded;
  delete from private.candidate_search as known using written as p
    where known.profile_id = p.id and not p.public_profile;
  return null;
end
$$;

create function private.facets_of_place(state text, latitude real, longitude real) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_remove(array['state ' || state, private.cell_of(latitude, longitude)], null)
$$;

with located as materialized (
  select * from (select distinct p.location from public.candidate_profiles as p where p.public_profile) as said,
    private.place_of_posting(said.location, null, null, null)
)
update private.candidate_search as c set latitude = l.latitude, longitude = l.longitude,
    facets = c.facets || private.facets_of_place(l.state, l.latitude, l.longitude)
  from public.candidate_profiles as p join located as l on l.location = p.location
  where p.id = c.profile_id and l.state is not null;

drop function public.count_candidates(text, text, text[], text, text, text, text, text, integer, integer);
drop function public.search_candidates(text, text, text[], text, text, text, text, text, integer, integer, text, text,
  integer);
drop function private.find_candidates(text, text, text[], text, text, text, text, text, integer, integer, text, text,
  integer, integer);

-- As before (0059), with the radius.
create function private.find_candidates(
  q text, level text, skills text[], skills_mode text, place text, certification text,
  availability text, verified text, years_from integer, years_to integer, miles integer, sort text, after text, enough integer, most integer,
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
  -- With a radius the place is one that we know, and what somebody wrote of theirs is no matter.
  spot record;
  town text := private.fold(btrim(coalesce(place, '')));
  proof text := private.fold(btrim(coalesce(certification, '')));
  pieces text[];
  skill_facets text[] := array(select distinct 'skill ' || private.fold(btrim(skill))
    from unnest(skills) as skill where btrim(skill) <> '' limit 30);
  wanted text[] := '{}';
  any_skill text[] := '{}';
  low integer := greatest(coalesce(years_from, 0), 0);
  high integer := coalesce(years_to, 2147483647);
  place_after text[] := string_to_array(nullif(after, ''), '~');
  -- From that place on.
  rest text := '';
  ordering text := 'order by c.newness desc, c.created_at desc, c.profile_id desc';
  conditions text;
  nearby text := '';
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
  if coalesce(verified, '') = 'any' then wanted := wanted || 'verified'::text;
  elsif coalesce(verified, '') <> '' then wanted := wanted || ('verified ' || verified); end if;
  if skills_mode = 'all' then wanted := wanted || skill_facets; else any_skill := skill_facets; end if;
  if miles > 0 and town <> '' then
    select * into spot from private.place_of_posting(place, null, null, null);
    if spot.latitude is not null then
      town := '';
      nearby := format(' and c.facets && %L::text[] and private.miles_between(c.latitude, c.longitude, %L::real, %L::real) <= %L::real',
        private.cells_around(spot.latitude, spot.longitude, least(miles, 200)), spot.latitude, spot.longitude, least(miles, 200));
    elsif spot.state is not null then
      town := '';
      wanted := wanted || ('state ' || spot.state);
    end if;
  end if;
  pieces := private.needed_pieces(needle, '') || private.needed_pieces(town, 'place ')
    || private.needed_pieces(proof, 'proof ');
  conditions := private.search_conditions(needle, town, proof, wanted, any_skill, years_from, years_to) || nearby;
  if sort = 'completeness' then
    ordering := 'order by c.fullness desc, c.created_at desc, c.profile_id desc';
    if place_after is not null then
      rest := 'and (c.fullness, c.created_at, c.profile_id) < ($1, $2, $3)';
    end if;
  elsif place_after is not null then
    rest := 'and (c.newness, c.created_at, c.profile_id) < ($1, $2, $3)';
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
          into oldest using place_after[1]::integer, place_after[2]::timestamptz, place_after[3]::uuid;
        -- Then the first 1,000 were all.
        exit when oldest is null;
        are_all := false;
        exit when cardinality(ids) >= enough;
        continue when sort = 'completeness' or ids = '{}';
        newest := coalesce(place_after[2]::timestamptz,
          (select c.created_at from private.candidate_search as c order by c.newness desc, c.created_at desc limit 1));
        -- And a half more, because luck is uneven.
        oldest := newest - (newest - oldest) * (1.5 * enough / cardinality(ids));
        -- Many weeks, or more than there are, are no shorter way.
        continue when oldest < newest - interval '1000 days'
          or oldest < (select c.created_at from private.candidate_search as c order by c.newness, c.created_at limit 1);
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
      using place_after[1]::integer, place_after[2]::timestamptz, place_after[3]::uuid,
        private.like_pattern(needle), private.like_pattern(town), private.like_pattern(proof),
        wanted, any_skill,
        array(select 'years ' || year from generate_series(least(low, 60), least(high, 60)) as year),
        low, high, banned, pieces, weeks;
    are_all := step <> 2 and cardinality(ids) < most;
    exit when cardinality(ids) = most or conditions = 'true' or step = 2 and cardinality(ids) >= enough;
  end loop;
end
$$;
grant execute on function private.find_candidates(text, text, text[], text, text, text, text, text, integer,
  integer, integer, text, text, integer, integer) to authenticated, service_role;

create function public.search_candidates(
  q text default '', level text default 'all', skills text[] default '{}',
  skills_mode text default 'any', location text default '', certification text default '',
  availability text default 'all', verified text default '', years_from integer default null, years_to integer default null,
  miles integer default 0, sort text default 'newest', after text default null, page_size integer default 20
) returns setof public.candidate_profiles
language sql stable security invoker set search_path = '' rows 20 as $$
  select p.* from greatest(least(page_size, 100), 1) as size,
    private.find_candidates(q, level, skills, skills_mode, location, certification,
      availability, verified, years_from, years_to, miles, coalesce(sort, 'newest'), after, size, size) as found,
    unnest(found.ids) with ordinality as shown (id, place)
    join public.candidate_profiles as p on p.id = shown.id
  order by shown.place
$$;
grant execute on function public.search_candidates(text, text, text[], text, text, text, text, text, integer,
  integer, integer, text, text, integer) to authenticated, service_role;

-- How many a search finds. Where that is not exact there are more than it says: decision 70.
create function public.count_candidates(
  q text default '', level text default 'all', skills text[] default '{}',
  skills_mode text default 'any', location text default '', certification text default '',
  availability text default 'all', verified text default '', years_from integer default null, years_to integer default null,
  miles integer default 0
) returns table (matches integer, is_exact boolean)
language sql stable security invoker set search_path = '' rows 1 as $$
  select case when found.are_all then cardinality(found.ids)
      else (select max(step) from unnest(array[20, 50, 100, 200]) as step where step < cardinality(found.ids)) end,
    found.are_all
  from private.find_candidates(q, level, skills, skills_mode, location, certification, availability, verified,
    years_from, years_to, miles, null, null, 21, 201) as found
$$;
grant execute on function public.count_candidates(text, text, text[], text, text, text, text, text, integer,
  integer, integer) to authenticated, service_role;
