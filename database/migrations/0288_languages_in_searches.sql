-- A language is looked for as a skill is: who searches for “Spanish” does not mind under which of the two somebody wrote it.
-- A profile that stood before has them from its next saving on: all at once would be too many rows for one statement.
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
