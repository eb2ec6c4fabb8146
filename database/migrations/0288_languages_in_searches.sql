-- A language is looked for as a skill is: who searches for “Spanish” does not mind under which of the two somebody wrote it.
create or replace function private.facets_of(profile public.candidate_profiles) returns text[]
language sql immutable set search_path = '' as $$
  select array[
      'level ' || profile.experience_level,
      'availability ' || profile.availability
    ]
    || case when profile.years_experience is null then '{}'::text[]
      else array['years ' || least(profile.years_experience, 60)] end
    || array(select distinct 'skill ' || private.fold(skill) from unnest(profile.skills || profile.languages) as skill)
    || case when profile.verified = '[]' then '{}'::text[]
      else array['verified'] || array(select 'verified ' || (seal ->> 'type') from jsonb_array_elements(profile.verified) as seal)
      end
$$;

-- may lock or break: few of those who are there wrote a language, which nobody could look for; whoever saves such a profile meanwhile waits.
update private.candidate_search as c
  set facets = c.facets || array(select distinct 'skill ' || private.fold(language) from unnest(p.languages) as language)
  from public.candidate_profiles as p
  where p.id = c.profile_id and p.languages <> '{}';
