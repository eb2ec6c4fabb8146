-- What somebody's profile says they look for, and which postings fit it, with why. Decision 102.

-- The same skill is one, however it is written: "ICD-10" and "icd 10".
create function private.skill_key(skill text) returns text
language sql immutable parallel safe set search_path = '' as $$ select btrim(private.spaced_words(skill)) $$;

-- Where somebody looks, as the board knows places: near a town, in a state, or remote, from where they live if that is
-- known. What is none of these says nothing that could be compared.
create function private.fit_places(profile public.candidate_profiles) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(distinct one.place) filter (where one.place is not null), '[]') from (
    select case
      when private.fold(said) = 'remote' then jsonb_build_object('facets', array['remote'],
        'anyFacet', case when home.state is null then '{}'::text[]
          else array['remote from anywhere', 'remote from US', 'remote from US-' || home.state] end)
      when known.latitude is not null then jsonb_build_object('name', said, 'latitude', known.latitude,
        'longitude', known.longitude, 'miles', 25)
      when known.state is not null then jsonb_build_object('name', said, 'facets', array['state ' || known.state])
      end as place
    from private.place_of_posting(profile.location, null, null, null) as home,
      unnest(profile.preferred_locations || array(select 'Remote' from unnest(profile.preferred_job_types) as type
        where lower(type) = 'remote')) as said
      cross join lateral private.place_of_posting(said, null, null, null) as known) as one
$$;

-- A profile as a search. Freelance work is offered under a contract here, and who names Remote as a place or as a type
-- means both.
create function private.fit_conditions(profile public.candidate_profiles) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'types', array(select distinct case lower(type) when 'freelance' then 'contract' else lower(type) end as type
      from unnest(profile.preferred_job_types) as type where lower(type) <> 'remote' order by 1),
    'places', private.fit_places(profile),
    'skills', array(select distinct private.skill_key(skill) from unnest(profile.skills) as skill
      where char_length(private.skill_key(skill)) > 1 order by 1),
    'credentials', array(select distinct seal ->> 'type' from jsonb_array_elements(profile.verified) as seal order by 1))
$$;

-- The search of somebody's own profile; it has to be there.
create function private.keep_fit(person uuid) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted jsonb := (select private.fit_conditions(p) from public.candidate_profiles as p where p.user_id = person);
  kept bigint;
begin
  if wanted is null then
    raise exception using errcode = 'PT409', message = 'Write your candidate profile first: it says what fits you.';
  end if;
  insert into private.kept_searches as s (kind, conditions, user_id) values ('fit', wanted, person)
    on conflict (user_id) do update set conditions = excluded.conditions returning s.id into kept;
  return kept;
end $$;
create function private.follow_own_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.kept_searches as s where s.user_id = old.user_id;
  else
    update private.kept_searches as s set conditions = private.fit_conditions(new)
      where s.user_id = new.user_id and s.conditions <> private.fit_conditions(new);
  end if;
  return null;
end $$;
create trigger follow_own_profile after update or delete on public.candidate_profiles
  for each row execute function private.follow_own_profile();

-- Which of some postings of the board fit somebody, and by what, in the words of the profile and of the posting. Nothing that
-- they look for speaks against it, and something speaks for it: a skill, a credential, or both place and type.
create function private.fit_reasons(person uuid, jobs uuid[]) returns table (job_id uuid, reasons jsonb)
language sql stable security definer set search_path = '' as $$
  select b.job_id, jsonb_strip_nulls(jsonb_build_object(
      'type', case when lower(b.job_type) = any (own.types) then b.job_type end,
      'place', case when b.workplace is distinct from 'remote' then found.place ->> 'name' end,
      'remote', case when b.workplace = 'remote' and found.place -> 'facets' ? 'remote' then true end,
      'skills', nullif(to_jsonb(found.skills), '[]'),
      'credentials', nullif(to_jsonb(found.credentials), '[]')))
  from public.candidate_profiles as c
    cross join lateral (select private.fit_conditions(c) as said) as s
    cross join lateral (select private.texts_in(said, 'types') as types, said -> 'places' as places,
      private.texts_in(said, 'credentials') as credentials) as own
    join private.job_search as b on b.job_id = any (jobs) and b.ends_at > now()
    join public.jobs as j on j.id = b.job_id
    cross join lateral (select private.spaced_words(concat_ws(' ', j.title, j.requirements, j.description)) as text) as spaced
    cross join lateral (select
      (select spot from jsonb_array_elements(own.places) as one (spot)
        where private.finds_job('{}', private.texts_in(spot, 'facets'), private.texts_in(spot, 'anyFacet'),
          (spot ->> 'latitude')::real, (spot ->> 'longitude')::real, (spot ->> 'miles')::real, null, '{}',
          b.words, b.facets, b.latitude, b.longitude, b.pay, b.job_type)
        order by spot ? 'latitude' desc, spot ->> 'name' limit 1) as place,
      array(select skill from unnest(c.skills) with ordinality as one (skill, nth)
        where char_length(private.skill_key(skill)) > 1 and strpos(spaced.text, ' ' || private.skill_key(skill) || ' ') > 0
        order by nth limit 5) as skills,
      array(select code from unnest(own.credentials) as code where code = any (j.credentials_wanted)) as credentials) as found
  where c.user_id = person
    and (own.types = '{}' or b.job_type in ('Remote', 'Other') or lower(b.job_type) = any (own.types))
    and (own.places = '[]' or found.place is not null)
    and (found.skills <> '{}' or found.credentials <> '{}'
      or lower(b.job_type) = any (own.types) and found.place is not null)
$$;

-- Postings that somebody does not want to hear of by themselves: their own, those that they have applied for, and those of
-- companies that they blocked or hide from.
create function private.unwanted_jobs(person uuid, jobs uuid[], only_blocked boolean) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select j.id from public.jobs as j where j.id = any (jobs) and (
    exists (select from public.blocks as b where b.blocker_id = person
      and (b.company_id = j.company_id or b.blocked_id = j.posted_by))
    or not only_blocked and (j.posted_by = person
      or exists (select from public.applications as a where a.job_id = j.id and a.applicant_id = person)
      or exists (select from public.profile_hides as h where h.user_id = person
        and h.company_key = any (array[private.company_key(j.company), private.company_key(coalesce(j.client, ''))]))))
$$;

-- Of the caller alone.
create function public.why_jobs_fit(jobs uuid[]) returns table (job_id uuid, reasons jsonb)
language sql stable security definer set search_path = '' as $$
  select r.job_id, r.reasons from private.fit_reasons(auth.uid(), jobs[1:100]) as r
  where r.job_id not in (select private.unwanted_jobs(auth.uid(), jobs[1:100], false))
$$;
-- The best of the newest 300 of the board.
create function public.jobs_that_fit(most integer default 10)
returns table (id uuid, title text, company text, location text, job_type text, created_at timestamptz, reasons jsonb)
language sql stable security definer set search_path = '' as $$
  with newest as materialized (
    select array(select j.id from private.live_jobs as j order by j.created_at desc limit 300) as ids
  )
  select j.id, j.title, j.company, j.location, j.job_type, j.created_at, r.reasons
  from newest cross join lateral private.fit_reasons(auth.uid(), newest.ids) as r
    join public.jobs as j on j.id = r.job_id
  where r.job_id not in (select private.unwanted_jobs(auth.uid(), newest.ids, false))
  order by coalesce(jsonb_array_length(r.reasons -> 'credentials'), 0) * 3
      + coalesce(jsonb_array_length(r.reasons -> 'skills'), 0)
      + (r.reasons ? 'place' or r.reasons ? 'remote')::integer + (r.reasons ? 'type')::integer desc,
    j.created_at desc, j.id
  limit least(greatest(most, 1), 50)
$$;
revoke execute on function private.keep_fit(uuid), private.follow_own_profile(), private.fit_reasons(uuid, uuid[]),
  private.unwanted_jobs(uuid, uuid[], boolean) from public;
revoke execute on function public.why_jobs_fit(uuid[]), public.jobs_that_fit(integer) from public, anon;
grant execute on function public.why_jobs_fit(uuid[]), public.jobs_that_fit(integer) to authenticated;
grant execute on function private.fit_reasons(uuid, uuid[]), private.unwanted_jobs(uuid, uuid[], boolean) to service_role;
