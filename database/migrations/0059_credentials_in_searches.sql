-- What the register says on candidate profiles, and the search by it; which credential a job wants. Decisions 70 and 92.

-- Written by the register alone: no column of this name is granted to anybody, and whoever writes past the grants gets
-- what the register says all the same.
alter table public.candidate_profiles add column verified jsonb not null default '[]';
comment on column public.candidate_profiles.verified is
  'What the register says of the person: type, title, kind and year of what is valid; the number by their choice.';

create function register.seals_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(seal order by place), '[]') from (
    select distinct on (t.place) t.place, jsonb_build_object('type', a.type, 'title', v.name, 'kind', t.kind,
        'year', extract(year from a.awarded_on)::int)
      || case when a.on_profile = 'number' then jsonb_build_object('number', a.number) else '{}' end
      || case when a.is_sample then '{"is_sample": true}'::jsonb else '{}' end as seal
    from register.awards as a join register.types as t on t.code = a.type
      join register.type_versions as v on v.type = a.type and v.version = a.version
    where a.user_id = person and a.on_profile <> 'no' and t.kind <> 'course' and register.state_of(a) = 'active'
    order by t.place, a.awarded_on desc) as seals
$$;

create function register.keep_seals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.verified := register.seals_of(new.user_id);
  return new;
end
$$;
create trigger before_4_keep_seals before insert or update of user_id, verified on public.candidate_profiles
  for each row execute function register.keep_seals();

-- What the register changes is no change of the person's: a form that is open may still be saved.
drop trigger before_2_set_updated_at on public.candidate_profiles;
create trigger before_2_set_updated_at before update on public.candidate_profiles
  for each row when (new.verified is not distinct from old.verified) execute function private.set_updated_at();

create function register.show_seals(people uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  update public.candidate_profiles as p set verified = register.seals_of(p.user_id)
    where p.user_id = any (people) and p.verified is distinct from register.seals_of(p.user_id)
$$;
create function register.tell_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform register.show_seals(array_remove(array[new.user_id, case when tg_op = 'UPDATE' then old.user_id end], null));
  return null;
end
$$;
create trigger tell_profile_of_new after insert on register.awards
  for each row when (new.user_id is not null) execute function register.tell_profile();
create trigger tell_profile after update of user_id, state, expires_on, on_profile, erased_at on register.awards
  for each row execute function register.tell_profile();

-- By the clock, when a day is over: what expired with it.
create function register.end_seals() returns void
language sql volatile security definer set search_path = '' as $$
  select register.show_seals(array(select distinct a.user_id from register.awards as a
    where a.user_id is not null
      and a.expires_on between timezone('UTC', now())::date - 30 and timezone('UTC', now())::date - 1))
$$;
grant execute on function register.end_seals() to service_role;

create or replace function private.facets_of(profile public.candidate_profiles) returns text[]
language sql immutable set search_path = '' as $$
  select array[
      'level ' || profile.experience_level,
      'availability ' || profile.availability
    ]
    || case when profile.years_experience is null then '{}'::text[]
      else array['years ' || least(profile.years_experience, 60)] end
    || array(select 'skill ' || private.fold(skill) from unnest(profile.skills) as skill)
    || case when profile.verified = '[]' then '{}'::text[]
      else array['verified'] || array(select 'verified ' || (seal ->> 'type') from jsonb_array_elements(profile.verified) as seal)
      end
$$;

-- Of profiles that came on one day, or that are as complete, those of the register come first: one number orders by both.
alter table private.candidate_search
  add column newness integer not null generated always as (
    floor(extract(epoch from created_at at time zone 'UTC') / 86400)::integer * 2
      + (facets @> array['verified'])::integer) stored,
  add column fullness integer not null generated always as (
    completeness * 2 + (facets @> array['verified'])::integer) stored;
drop index private.candidate_search_newest_idx, private.candidate_search_complete_idx;
create index candidate_search_newest_idx
  on private.candidate_search (newness desc, created_at desc, profile_id desc);
create index candidate_search_complete_idx
  on private.candidate_search (fullness desc, created_at desc, profile_id desc);

drop function public.count_candidates(text, text, text[], text, text, text, text, integer, integer);
drop function public.search_candidates(text, text, text[], text, text, text, text, integer, integer, text, text,
  integer);
drop function private.find_candidates(text, text, text[], text, text, text, text, integer, integer, text, text,
  integer, integer);

-- As before (0026), by the two orders above, and with what the register says as one more condition.
create function private.find_candidates(
  q text, level text, skills text[], skills_mode text, place text, certification text,
  availability text, verified text, years_from integer, years_to integer, sort text, after text, enough integer, most integer,
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
  ordering text := 'order by c.newness desc, c.created_at desc, c.profile_id desc';
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
  if coalesce(verified, '') = 'any' then wanted := wanted || 'verified'::text;
  elsif coalesce(verified, '') <> '' then wanted := wanted || ('verified ' || verified); end if;
  if skills_mode = 'all' then wanted := wanted || skill_facets; else any_skill := skill_facets; end if;
  conditions := private.search_conditions(needle, town, proof, wanted, any_skill, years_from, years_to);
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
  integer, text, text, integer, integer) to authenticated, service_role;

create function public.search_candidates(
  q text default '', level text default 'all', skills text[] default '{}',
  skills_mode text default 'any', location text default '', certification text default '',
  availability text default 'all', verified text default '', years_from integer default null, years_to integer default null,
  sort text default 'newest', after text default null, page_size integer default 20
) returns setof public.candidate_profiles
language sql stable security invoker set search_path = '' rows 20 as $$
  select p.* from greatest(least(page_size, 100), 1) as size,
    private.find_candidates(q, level, skills, skills_mode, location, certification,
      availability, verified, years_from, years_to, coalesce(sort, 'newest'), after, size, size) as found,
    unnest(found.ids) with ordinality as shown (id, place)
    join public.candidate_profiles as p on p.id = shown.id
  order by shown.place
$$;
grant execute on function public.search_candidates(text, text, text[], text, text, text, text, text, integer,
  integer, text, text, integer) to authenticated, service_role;

-- How many a search finds. Where that is not exact there are more than it says: decision 70.
create function public.count_candidates(
  q text default '', level text default 'all', skills text[] default '{}',
  skills_mode text default 'any', location text default '', certification text default '',
  availability text default 'all', verified text default '', years_from integer default null, years_to integer default null
) returns table (matches integer, is_exact boolean)
language sql stable security invoker set search_path = '' rows 1 as $$
  select case when found.are_all then cardinality(found.ids)
      else (select max(step) from unnest(array[20, 50, 100, 200]) as step where step < cardinality(found.ids)) end,
    found.are_all
  from private.find_candidates(q, level, skills, skills_mode, location, certification, availability, verified,
    years_from, years_to, null, null, 21, 201) as found
$$;
grant execute on function public.count_candidates(text, text, text[], text, text, text, text, text, integer,
  integer) to authenticated, service_role;

update public.candidate_profiles as p set verified = register.seals_of(p.user_id)
  where p.user_id in (select a.user_id from register.awards as a);

-- Which credential an employer wants: one of the tiers. Shown with the job, and a filter of the board.
alter table public.jobs add column credential_wanted text;
grant select (credential_wanted), insert (credential_wanted), update (credential_wanted)
  on public.jobs to authenticated;
grant select (credential_wanted) on public.jobs to anon;
-- Few jobs name one: all that do are at hand, in the order of the board.
create index jobs_credential_wanted_idx
  on public.jobs (credential_wanted, is_featured desc, created_at desc, id desc)
  where credential_wanted is not null and is_active and hidden_at is null and not is_past;

-- With the new column at its end.
create or replace view private.live_jobs with (security_invoker = true) as
  select j.* from public.jobs as j
  where private.is_open(j) and not j.is_past
    and j.posted_by not in (select private.banned_people());

-- As private.find_jobs, of those that want a credential.
create function private.find_jobs_that_want(
  credential text, term text, kind text, after_featured boolean, after_created_at timestamptz, after_id uuid,
  is_first_page boolean, out ids uuid[], out matches integer, out is_exact boolean
)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  with found as materialized (
    select id, is_featured, created_at from private.live_jobs
    where credential_wanted = credential and (kind = '' or job_type = kind)
      and (term = '' or private.has_term(title, company, term))
      and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
    order by is_featured desc, created_at desc, id desc limit 1001
  )
  select count(*), (array_agg(id order by is_featured desc, created_at desc, id desc))[1:21]
    into matches, ids from found;
  is_exact := matches <= 1000;
  matches := least(matches, 1000);
  if not is_first_page then
    matches := null;
    is_exact := true;
  end if;
end
$$;
grant execute on function
  private.find_jobs_that_want(text, text, text, boolean, timestamptz, uuid, boolean)
  to anon, authenticated, service_role;

drop function public.search_jobs(text, text, boolean, timestamptz, uuid);
create function public.search_jobs(
  q text default '', type text default '',
  after_featured boolean default null, after_created_at timestamptz default null,
  after_id uuid default null, credential text default ''
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
    j.updated_at, j.is_featured, cardinality(found.ids) > 20, found.matches,
    found.is_exact
  from (
      select * from private.find_jobs(
        left(lower(normalize(private.trimmed(coalesce(q, '')), NFC)), 100), coalesce(type, ''),
        coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
        coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null)
        where coalesce(credential, '') = ''
      union all
      select * from private.find_jobs_that_want(credential,
        left(lower(normalize(private.trimmed(coalesce(q, '')), NFC)), 100), coalesce(type, ''),
        coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
        coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null)
        where credential <> '') as found,
    unnest(found.ids[1:20]) with ordinality as shown (id, place)
    join public.jobs as j on j.id = shown.id
  order by shown.place
$$;
grant execute on function
  public.search_jobs(text, text, boolean, timestamptz, uuid, text) to anon, authenticated;


-- As before (0028), with what is wanted.
drop function public.job_page(uuid);
create function public.job_page(job_id uuid)
returns table (
  status text, id uuid, title text, company text, job_type text, location text, salary_range text,
  application_deadline date, application_url text, description text, requirements text,
  benefits text, contact_name text, contact_email text, contact_phone text, created_at timestamptz,
  workplace text, city text, region text, country text, salary_from numeric, salary_to numeric,
  salary_currency text, salary_period text, published_at timestamptz, ends_at timestamptz,
  updated_at timestamptz, credential_wanted text, similar_jobs jsonb
)
language sql stable security definer set search_path = '' as $$
  select s.status, j.id, j.title, j.company, j.job_type, j.location, j.salary_range,
    j.application_deadline, case when s.status = 'live' then j.application_url end, j.description,
    j.requirements, j.benefits, case when s.status = 'live' then j.contact_name end,
    case when s.status = 'live' then j.contact_email end,
    case when s.status = 'live' then j.contact_phone end, j.created_at, j.workplace, j.city,
    j.region, j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period,
    j.published_at, j.ends_at, j.updated_at, j.credential_wanted,
    (select coalesce(jsonb_agg(alike), '[]') from public.similar_jobs(job_page.job_id) as alike)
  from public.jobs as j, private.job_status(j) as s (status)
  where j.id = job_page.job_id and s.status not in ('hidden', 'paused')
  union all
  select 'removed', r.id, null, null, null, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from public.removed_jobs as r where r.id = job_page.job_id
$$;
grant execute on function public.job_page(uuid) to anon, authenticated;
