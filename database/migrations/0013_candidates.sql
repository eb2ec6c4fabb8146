-- What a candidate shows to members, who never sees it, and who may see it at all. Column names are the
-- specification's. What people may write in them is said in domain/candidate-lists.ts and asked by
-- database/rules/candidates.sql.

-- Companies whose members never see the person's profile.
create table public.profile_hides (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  company text not null,
  company_key text not null generated always as (private.company_key(company)) stored,
  created_at timestamptz not null default now(),
  constraint profile_hides_company_once unique (user_id, company_key)
);
create index profile_hides_company_key_idx on public.profile_hides (company_key);
alter table public.profile_hides enable row level security;
create policy "people manage whom they hide from" on public.profile_hides
  for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
revoke all on public.profile_hides from anon, authenticated;
grant select (id, user_id, company, created_at), insert (user_id, company), delete
  on public.profile_hides to authenticated;

create trigger before_1_plain_text before insert or update on public.profile_hides
  for each row execute function private.make_plain_text();

-- Between any two people; the one who is blocked is not told.
create table public.blocks (
  blocker_id uuid not null references auth.users (id) on delete cascade,
  blocked_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_not_oneself check (blocker_id <> blocked_id)
);
create index blocks_blocked_id_idx on public.blocks (blocked_id);
comment on column public.blocks.blocked_id is 'not exported: the person is not told';
alter table public.blocks enable row level security;
create policy "people read whom they block" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "people end their own blocks" on public.blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));
revoke all on public.blocks from anon, authenticated;
-- Nobody inserts: a block begins in a conversation, so that no id can be tried out here.
grant select, delete on public.blocks to authenticated;

-- Whose profiles a person does not see, whatever else they may. Asked once per query. A search asks twice,
-- once for itself and once under the policy; in PL/pgSQL the rows come in one go, and the caller's companies
-- are read once, whatever the plan, which takes half the time of plain SQL.
create function private.people_hidden_from(person uuid) returns setof uuid
language plpgsql stable security definer set search_path = '' rows 100 as $$
declare
  keys text[] := private.company_keys_of(person);
begin
  return query
    select h.user_id from public.profile_hides as h where h.company_key = any (keys)
    union all
    select b.blocker_id from public.blocks as b where b.blocked_id = person;
end
$$;
grant execute on function private.people_hidden_from(uuid) to authenticated, service_role;

-- None empty, padded or twice.
create function private.is_tidy_list(list text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  entry text;
  seen text[] := '{}';
begin
  if list = '{}' then return true; end if;
  if array_ndims(list) <> 1 then return false; end if;
  foreach entry in array list loop
    if entry is null or entry = '' or entry <> btrim(entry) or entry = any (seen) then return false; end if;
    seen := seen || entry;
  end loop;
  return true;
end
$$;

create function private.longest_of(list text[]) returns integer
language sql immutable set search_path = '' as $$
  select max(char_length(entry)) from unnest(list) as entry
$$;
grant execute on function private.is_tidy_list(text[]), private.longest_of(text[])
  to authenticated, service_role;

-- Nothing private lies in this table: whoever may read a row may read all of it.
create table public.candidate_profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  public_profile boolean not null default false,
  headline text not null,
  summary text,
  years_experience integer,
  current_company text,
  current_position text,
  location text,
  skills text[] not null default '{}',
  certifications text[] not null default '{}',
  languages text[] not null default '{}',
  education text,
  experience_level text not null default 'Mid',
  preferred_job_types text[] not null default '{}',
  preferred_locations text[] not null default '{}',
  salary_expectations text,
  availability text not null default 'Within 3 months',
  linkedin_url text,
  portfolio_url text,
  profile_picture_url text,
  created_at timestamptz not null default now(),
  -- Also the version: two tabs change the row only as they have seen it.
  updated_at timestamptz not null default clock_timestamp(),
  -- domain/candidate-completeness.ts computes the same while the person types.
  completeness smallint not null generated always as (
    10
    + case when cardinality(skills) >= 3 then 15 else 0 end
    + case when char_length(coalesce(summary, '')) >= 100 then 15 else 0 end
    + case when coalesce(location, '') <> '' then 10 else 0 end
    + case when coalesce(current_position, '') <> '' then 10 else 0 end
    + case when years_experience is not null then 10 else 0 end
    + case when cardinality(certifications) > 0 then 10 else 0 end
    + case when coalesce(education, '') <> '' then 5 else 0 end
    + case when cardinality(preferred_job_types) > 0 then 5 else 0 end
    + case when coalesce(linkedin_url, '') <> '' or coalesce(portfolio_url, '') <> ''
        then 5 else 0 end
    + case when coalesce(profile_picture_url, '') <> '' then 5 else 0 end
  ) stored
);
create index candidate_profiles_newest_idx
  on public.candidate_profiles (created_at desc, id desc);

alter table public.candidate_profiles enable row level security;

create policy "people read their own profile" on public.candidate_profiles
  for select to authenticated using (user_id = (select auth.uid()));
-- Both questions are asked once per query, not per row.
create policy "members read public profiles" on public.candidate_profiles
  for select to authenticated using (
    public_profile
    and (select private.may_see_candidates(auth.uid()))
    and user_id not in (select private.people_hidden_from((select auth.uid()))));
create policy "people write their own profile" on public.candidate_profiles
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own profile" on public.candidate_profiles
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete their own profile" on public.candidate_profiles
  for delete to authenticated using (user_id = (select auth.uid()));
-- Restrictive: it narrows whatever else lets somebody read, now and later.
create policy "nobody reads the profile of a banned person" on public.candidate_profiles as restrictive
  for select to authenticated using (user_id not in (select private.banned_people()));

revoke all on public.candidate_profiles from anon, authenticated;
grant select on public.candidate_profiles to authenticated;
-- Not the id: a taken one would tell that it exists.
grant insert (user_id, public_profile, headline, summary, years_experience, current_company,
  current_position, location, skills, certifications, languages, education, experience_level,
  preferred_job_types, preferred_locations, salary_expectations, availability, linkedin_url,
  portfolio_url, profile_picture_url) on public.candidate_profiles to authenticated;
-- user_id too: a form that sends the whole row back may; the policy keeps it the same.
grant update (user_id, public_profile, headline, summary, years_experience, current_company,
  current_position, location, skills, certifications, languages, education, experience_level,
  preferred_job_types, preferred_locations, salary_expectations, availability, linkedin_url,
  portfolio_url, profile_picture_url) on public.candidate_profiles to authenticated;
grant delete on public.candidate_profiles to authenticated;

create trigger before_1_plain_text before insert or update on public.candidate_profiles
  for each row execute function private.make_plain_text();
create trigger before_2_set_updated_at before update on public.candidate_profiles
  for each row execute function private.set_updated_at();
