-- Written by `npm run db:types` from domain/. Do not edit: change the rule there.
-- What a profile and what belongs to it may hold, from domain/candidates/candidate-lists.ts.
-- Applied after the migrations, and again whenever it changed.

create or replace function private.check_candidate_profiles() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.headline is distinct from old.headline then case
      when not private.has_visible(new.headline, 3)
        then 'Headline must be at least 3 characters'
      when char_length(new.headline) > 150
        then 'Headline must be less than 150 characters'
    end end,
    case when is_new or new.summary is distinct from old.summary then case
      when char_length(new.summary) > 2000
        then 'Summary must be less than 2000 characters'
    end end,
    case when is_new or new.years_experience is distinct from old.years_experience then case
      when new.years_experience < 0
        then 'Years of experience must be 0 or more'
    end end,
    case when is_new or new.current_company is distinct from old.current_company then case
      when char_length(new.current_company) > 100
        then 'Current company must be less than 100 characters'
    end end,
    case when is_new or new.current_position is distinct from old.current_position then case
      when char_length(new.current_position) > 100
        then 'Current position must be less than 100 characters'
    end end,
    case when is_new or new.location is distinct from old.location then case
      when char_length(new.location) > 100
        then 'Location must be less than 100 characters'
    end end,
    case when is_new or new.skills is distinct from old.skills then case
      when cardinality(new.skills) > 30
        then 'You can add up to 30 skills'
      when private.longest_of(new.skills) > 50
        then 'Skills must be less than 50 characters each'
      when not private.is_tidy_list(new.skills)
        then 'Give each of the skills once, and without spaces around it'
      when not private.is_seen_list(new.skills)
        then 'One of the skills has nothing in it that anybody sees'
    end end,
    case when is_new or new.certifications is distinct from old.certifications then case
      when cardinality(new.certifications) > 20
        then 'You can add up to 20 certifications'
      when private.longest_of(new.certifications) > 100
        then 'Certifications must be less than 100 characters each'
      when not private.is_tidy_list(new.certifications)
        then 'Give each of the certifications once, and without spaces around it'
      when not private.is_seen_list(new.certifications)
        then 'One of the certifications has nothing in it that anybody sees'
    end end,
    case when is_new or new.languages is distinct from old.languages then case
      when cardinality(new.languages) > 15
        then 'You can add up to 15 languages'
      when private.longest_of(new.languages) > 50
        then 'Languages must be less than 50 characters each'
      when not private.is_tidy_list(new.languages)
        then 'Give each of the languages once, and without spaces around it'
      when not private.is_seen_list(new.languages)
        then 'One of the languages has nothing in it that anybody sees'
    end end,
    case when is_new or new.education is distinct from old.education then case
      when char_length(new.education) > 1000
        then 'Education must be less than 1000 characters'
    end end,
    case when is_new or new.experience_level is distinct from old.experience_level then case
      when new.experience_level <> all ('{Entry,Mid,Senior,Lead,Executive}'::text[])
        then 'Choose one of the experience levels'
    end end,
    case when is_new or new.preferred_job_types is distinct from old.preferred_job_types then case
      when cardinality(new.preferred_job_types) > 10
        then 'You can add up to 10 job types'
      when private.longest_of(new.preferred_job_types) > 50
        then 'Job types must be less than 50 characters each'
      when not private.is_tidy_list(new.preferred_job_types)
        then 'Give each of the job types once, and without spaces around it'
      when not private.is_seen_list(new.preferred_job_types)
        then 'One of the job types has nothing in it that anybody sees'
    end end,
    case when is_new or new.preferred_locations is distinct from old.preferred_locations then case
      when cardinality(new.preferred_locations) > 15
        then 'You can add up to 15 locations'
      when private.longest_of(new.preferred_locations) > 100
        then 'Locations must be less than 100 characters each'
      when not private.is_tidy_list(new.preferred_locations)
        then 'Give each of the locations once, and without spaces around it'
      when not private.is_seen_list(new.preferred_locations)
        then 'One of the locations has nothing in it that anybody sees'
    end end,
    case when is_new or new.salary_expectations is distinct from old.salary_expectations then case
      when char_length(new.salary_expectations) > 100
        then 'Salary expectations must be less than 100 characters'
    end end,
    case when is_new or new.availability is distinct from old.availability then case
      when not private.has_visible(new.availability, 1)
        then 'Choose your availability'
      when char_length(new.availability) > 100
        then 'Availability must be less than 100 characters'
    end end,
    case when is_new or new.linkedin_url is distinct from old.linkedin_url then case
      when char_length(new.linkedin_url) > 500
        then 'LinkedIn URL must be less than 500 characters'
      when not private.is_web_address(nullif(new.linkedin_url, ''))
        then 'Please enter a valid URL'
    end end,
    case when is_new or new.portfolio_url is distinct from old.portfolio_url then case
      when char_length(new.portfolio_url) > 500
        then 'Portfolio URL must be less than 500 characters'
      when not private.is_web_address(nullif(new.portfolio_url, ''))
        then 'Please enter a valid URL'
    end end,
    case when is_new or new.profile_picture_url is distinct from old.profile_picture_url then case
      when char_length(new.profile_picture_url) > 500
        then 'Picture URL must be less than 500 characters'
      when not private.is_web_address(nullif(new.profile_picture_url, ''))
        then 'Please enter a valid URL'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_3_check_candidate_profiles before insert or update on public.candidate_profiles
  for each row execute function private.check_candidate_profiles();

create or replace function private.check_profile_hides() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.company is distinct from old.company then case
      when not private.has_visible(new.company, 2)
        then 'Enter the name of the company'
      when char_length(new.company) > 100
        then 'The name must be less than 100 characters'
      when private.company_key(new.company) = ''
        then 'Enter the name of the company'
    end end,
    case when is_new or new.user_id is distinct from old.user_id then case
      when (select count(*) from public.profile_hides as h where h.user_id = new.user_id) >= 50
        then 'You can hide your profile from up to 50 companies'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_2_check_profile_hides before insert or update on public.profile_hides
  for each row execute function private.check_profile_hides();

create or replace function private.check_employers() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.company is distinct from old.company then case
      when not private.has_visible(new.company, 2)
        then 'Enter the name of the company'
      when char_length(new.company) > 100
        then 'The name must be less than 100 characters'
      when private.company_key(new.company) = ''
        then 'Enter the name of the company'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_4_check_employers before insert or update on public.employers
  for each row execute function private.check_employers();

create or replace function private.check_saved_candidates() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.note is distinct from old.note then case
      when char_length(new.note) > 1000
        then 'The note must be less than 1000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_3_check_saved_candidates before insert or update on public.saved_candidates
  for each row execute function private.check_saved_candidates();
