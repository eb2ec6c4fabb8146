-- Finding candidates. Row-level security keeps PostgreSQL from using an index for conditions whose functions
-- are not leakproof, and neither LIKE nor the array operators are. So the search has a table of its own,
-- which nobody may read and which a function asks after the same questions as the policy; what it finds
-- is read from candidate_profiles as the caller, so the policy has the last word.
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pg_trgm with schema extensions;

-- As it is compared: without case, in one form of Unicode, without the sign that parts fields.
create function private.fold(words text) returns text
language sql immutable set search_path = '' as $$
  select lower(normalize(translate(coalesce(words, ''), E'\x1f', ''), NFC))
$$;

create function private.facets_of(profile public.candidate_profiles) returns text[]
language sql immutable set search_path = '' as $$
  select array[
      'level ' || profile.experience_level,
      'availability ' || profile.availability
    ]
    || case when profile.years_experience is null then '{}'::text[]
      else array['years ' || least(profile.years_experience, 60)] end
    || array(select 'skill ' || private.fold(skill) from unnest(profile.skills) as skill)
$$;

-- One narrow row for each public profile.
create table private.candidate_search (
  profile_id uuid primary key references public.candidate_profiles (id) on delete cascade,
  user_id uuid not null,
  created_at timestamptz not null,
  completeness smallint not null,
  years integer,
  -- Headline and location, folded, with \x1f between them.
  words text not null,
  place text not null,
  certifications text not null,
  -- What is compared as a whole: level, availability, years, each skill.
  facets text[] not null
);
alter table private.candidate_search enable row level security;
revoke all on private.candidate_search from anon, authenticated;

-- The planner chooses between walking an order and a bitmap by how rare a word is.
alter table private.candidate_search alter column words set statistics 500;
alter table private.candidate_search alter column place set statistics 500;

create index candidate_search_newest_idx on private.candidate_search (created_at desc, profile_id desc);
create index candidate_search_complete_idx
  on private.candidate_search (completeness desc, created_at desc, profile_id desc);
-- Without a list of pending entries, which every search would have to read through.
create index candidate_search_words_idx on private.candidate_search using gin (
  words extensions.gin_trgm_ops, place extensions.gin_trgm_ops,
  certifications extensions.gin_trgm_ops, facets) with (fastupdate = off);

-- Trigrams cannot find texts of one or two characters, and a rare one would walk through everybody.
create function private.short_grams(words text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct substr(words, place, size)), '{}')
  from generate_series(1, 2) as size,
    generate_series(1, char_length(words) - size + 1) as place
$$;
create index candidate_search_short_idx on private.candidate_search
  using gin (private.short_grams(words)) with (fastupdate = off);

create function private.index_candidates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.candidate_search as known (profile_id, user_id, created_at, completeness, years,
      words, place, certifications, facets)
    select p.id, p.user_id, p.created_at, p.completeness, p.years_experience,
      private.fold(p.headline) || E'\x1f' || private.fold(p.location),
      private.fold(p.location),
      private.fold(array_to_string(p.certifications, E'\n')),
      private.facets_of(p)
    from written as p where p.public_profile
    on conflict (profile_id) do update set
      user_id = excluded.user_id, created_at = excluded.created_at,
      completeness = excluded.completeness, years = excluded.years, words = excluded.words,
      place = excluded.place, certifications = excluded.certifications, facets = excluded.facets
    where known is distinct from excluded;
  delete from private.candidate_search as known using written as p
    where known.profile_id = p.id and not p.public_profile;
  return null;
end
$$;

create trigger candidate_profiles_index_new after insert on public.candidate_profiles
  referencing new table as written for each statement execute function private.index_candidates();
create trigger candidate_profiles_index_changed after update on public.candidate_profiles
  referencing new table as written for each statement execute function private.index_candidates();

-- A substring as a pattern of LIKE: % _ and \ are ordinary characters.
create function private.like_pattern(words text) returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(private.fold(words), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- What a search asks for, as conditions on candidate_search with these parameters: $1 caller,
-- $2 text, $3 location, $4 certification, $5 facets that must all be there, $6 skills of which one
-- must be, $7 years of which one must be, $8 and $9 years, $10 to $12 the place to go on from.
-- Put together for each search, so that the planner sees only what is asked for. No word of the
-- caller's gets into the text. Of a text of one or two characters, having it as a piece is all.
create function private.search_conditions(
  q text, place text, certification text, wanted text[], any_skill text[], years_from integer,
  years_to integer
) returns text language sql immutable set search_path = '' as $$
  select 'c.user_id not in (select private.people_hidden_from($1))
    and c.user_id not in (select private.banned_people())'
    || case when private.fold(q) = '' then ''
      when char_length(private.fold(q)) < 3
      then ' and private.short_grams(c.words) @> array[
        regexp_replace(substr($2, 2, char_length($2) - 2), ''\\(.)'', ''\1'', ''g'')]'
      else ' and c.words like $2' end
    || case when place <> '' then ' and c.place like $3' else '' end
    || case when certification <> '' then ' and c.certifications like $4' else '' end
    || case when wanted <> '{}' then ' and c.facets @> $5' else '' end
    || case when any_skill <> '{}' then ' and c.facets && $6' else '' end
    || case when years_from is not null or years_to is not null
      then ' and c.facets && $7 and c.years between $8 and $9' else '' end
$$;

-- One statement for both the page and the count, so that they cannot disagree.
create function private.find_candidates(
  q text, level text, skills text[], skills_mode text, place text, certification text,
  availability text, years_from integer, years_to integer, sort text, after text, most integer
) returns table (profile_id uuid, n bigint)
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  me uuid := auth.uid();
  needle text := btrim(coalesce(q, ''));
  town text := btrim(coalesce(place, ''));
  proof text := btrim(coalesce(certification, ''));
  skill_facets text[] := array(select distinct 'skill ' || private.fold(btrim(skill))
    from unnest(skills) as skill where btrim(skill) <> '' limit 30);
  wanted text[] := '{}';
  any_skill text[] := '{}';
  low integer := greatest(coalesce(years_from, 0), 0);
  high integer := coalesce(years_to, 2147483647);
  conditions text;
  ordering text;
  place_after text[] := string_to_array(nullif(after, ''), '~');
begin
  -- Nobody else learns anything here, not even a number.
  if me is null or not private.may_see_candidates(me) then return; end if;
  if coalesce(level, '') not in ('', 'all') then wanted := wanted || ('level ' || level); end if;
  if coalesce(availability, '') not in ('', 'all') then
    wanted := wanted || ('availability ' || availability);
  end if;
  if skills_mode = 'all' then wanted := wanted || skill_facets; else any_skill := skill_facets; end if;
  conditions := private.search_conditions(
    needle, town, proof, wanted, any_skill, years_from, years_to);
  if sort = 'completeness' then
    ordering := 'c.completeness desc, c.created_at desc, c.profile_id desc';
    if place_after is not null then
      conditions := conditions || ' and (c.completeness, c.created_at, c.profile_id) < ($10, $11, $12)';
    end if;
  else
    ordering := 'c.created_at desc, c.profile_id desc';
    if place_after is not null then
      conditions := conditions || ' and (c.created_at, c.profile_id) < ($11, $12)';
    end if;
  end if;
  return query execute format(
    'select found.profile_id, row_number() over () from (
       select c.profile_id from private.candidate_search as c where %s %s limit %s) as found',
    conditions,
    case when sort is null then '' else 'order by ' || ordering end,
    greatest(least(coalesce(most, 20), 1001), 1))
    using me, private.like_pattern(needle), private.like_pattern(town), private.like_pattern(proof),
      wanted, any_skill,
      array(select 'years ' || year from generate_series(least(low, 60), least(high, 60)) as year),
      low, high, place_after[1]::smallint, place_after[2]::timestamptz, place_after[3]::uuid;
end
$$;
grant execute on function private.find_candidates(text, text, text[], text, text, text, text, integer,
  integer, text, text, integer) to authenticated, service_role;

-- A page of candidates. `after` is the last one seen, as completeness~created_at~id.
create function public.search_candidates(
  q text default '', level text default 'all', skills text[] default '{}',
  skills_mode text default 'any', location text default '', certification text default '',
  availability text default 'all', years_from integer default null, years_to integer default null,
  sort text default 'newest', after text default null, page_size integer default 20
) returns setof public.candidate_profiles
language sql stable security invoker set search_path = '' rows 20 as $$
  select p.* from private.find_candidates(q, level, skills, skills_mode, location, certification,
      availability, years_from, years_to, coalesce(sort, 'newest'), after,
      greatest(least(page_size, 100), 1)) as found
    join public.candidate_profiles as p on p.id = found.profile_id
    order by found.n
$$;
grant execute on function public.search_candidates(text, text, text[], text, text, text, text, integer,
  integer, text, text, integer) to authenticated, service_role;

-- How many a search finds, counted up to 201: more than 200 is "200+".
create function public.count_candidates(
  q text default '', level text default 'all', skills text[] default '{}',
  skills_mode text default 'any', location text default '', certification text default '',
  availability text default 'all', years_from integer default null, years_to integer default null
) returns integer
language sql stable security invoker set search_path = '' as $$
  select count(*)::integer from private.find_candidates(q, level, skills, skills_mode, location,
    certification, availability, years_from, years_to, null, null, 201)
$$;
grant execute on function public.count_candidates(text, text, text[], text, text, text, text, integer,
  integer) to authenticated, service_role;

-- Candidates that a member keeps, with a note that nobody else sees.
create table public.saved_candidates (
  user_id uuid not null references auth.users (id) on delete cascade,
  profile_id uuid not null references public.candidate_profiles (id) on delete cascade,
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (user_id, profile_id)
);
create index saved_candidates_profile_id_idx on public.saved_candidates (profile_id);
create trigger before_1_plain_text before insert or update on public.saved_candidates
  for each row execute function private.make_plain_text();
create trigger before_2_set_updated_at before update on public.saved_candidates
  for each row execute function private.set_updated_at();
alter table public.saved_candidates enable row level security;
-- A saved profile that may not be seen any more takes its row out of sight, and the row comes back
-- with it. Whether an id exists cannot be tried out: an unseen one is refused like an invented one.
create policy "people manage the candidates they saved" on public.saved_candidates
  for all to authenticated
  using (user_id = (select auth.uid())
    and exists (select from public.candidate_profiles as p where p.id = profile_id))
  with check (user_id = (select auth.uid())
    and exists (select from public.candidate_profiles as p where p.id = profile_id));
revoke all on public.saved_candidates from anon, authenticated;
grant select on public.saved_candidates to authenticated;
grant insert (user_id, profile_id, note), update (note), delete
  on public.saved_candidates to authenticated;
