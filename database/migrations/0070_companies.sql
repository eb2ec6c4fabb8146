-- Companies: what a posting belongs to, and who works for it together. Decision 96.

-- What a company is known by: its name without what companies add to theirs.
create function private.name_key(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(nullif(private.company_key(name), ''), lower(name))
$$;

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  -- Its address: /company/{slug}.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  name text not null check (char_length(name) between 2 and 100),
  name_key text not null generated always as (private.name_key(name)) stored,
  -- A new name counts from the next day's start, so that nobody sees who vanishes with it.
  next_name text check (char_length(next_name) between 2 and 100),
  next_name_from timestamptz,
  renamed_at timestamptz[] not null default '{}',
  web_address text check (char_length(web_address) <= 500 and web_address ~ '^https?://'),
  place text check (char_length(place) between 1 and 100),
  about text check (char_length(about) between 1 and 2000),
  logo text check (char_length(logo) <= 200),
  -- Strangers read of it from its first posting on.
  public_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint companies_next_name_whole check ((next_name is null) = (next_name_from is null))
);
create index companies_name_key on public.companies (name_key);
create index companies_public on public.companies (id) include (slug) where public_since is not null;
create index companies_next_name on public.companies (next_name_from) where next_name is not null;

create table public.company_members (
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'recruiter', 'viewer')),
  joined_at timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index company_members_user_id on public.company_members (user_id);

-- Everything that a company was ever known by: names and proven domains. Who hides from one of them, hides from it.
create table private.company_keys (
  company_id uuid not null references public.companies (id) on delete cascade,
  key text not null check (char_length(key) between 1 and 300),
  primary key (company_id, key)
);
create index company_keys_key on private.company_keys (key);

alter table public.companies enable row level security;
alter table public.company_members enable row level security;
alter table private.company_keys enable row level security;
revoke all on public.companies, public.company_members from anon, authenticated;
revoke all on private.company_keys from anon, authenticated;

-- The companies that the caller works for, at least as this.
create function private.own_companies(minimum text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.company_id), '{}') from public.company_members as m
  where m.user_id = auth.uid() and case minimum
    when 'viewer' then true
    when 'recruiter' then m.role in ('admin', 'recruiter')
    when 'admin' then m.role = 'admin'
  end
$$;
revoke execute on function private.own_companies(text) from public;
grant execute on function private.own_companies(text) to authenticated, service_role;

create policy "everybody reads companies that have posted" on public.companies
  for select to anon, authenticated using (public_since is not null);
create policy "people read the companies they work for" on public.companies
  for select to authenticated using (id = any ((select private.own_companies('viewer'))::uuid[]));
create policy "admins change their company" on public.companies
  for update to authenticated
  using (id = any ((select private.own_companies('admin'))::uuid[]))
  with check (id = any ((select private.own_companies('admin'))::uuid[]));
create policy "people read who works for their company" on public.company_members
  for select to authenticated using (company_id = any ((select private.own_companies('viewer'))::uuid[]));
grant select (id, slug, name, web_address, place, about, logo, public_since, created_at, updated_at)
  on public.companies to anon, authenticated;
grant update (web_address, place, about, logo) on public.companies to authenticated;
grant select on public.company_members to authenticated;

create trigger before_1_plain_text before insert or update on public.companies
  for each row execute function private.make_plain_text();
create trigger before_2_set_updated_at before update on public.companies
  for each row execute function private.set_updated_at();

-- Members of a company are tied to all that it is known by: a candidate who hides from it hides from them.
create function private.tie_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.employer_ties (user_id, company_key, since)
    select new.user_id, k.key, private.tie_counts_from(new.user_id)
    from private.company_keys as k where k.company_id = new.company_id
    on conflict do nothing;
  return null;
end $$;
create trigger tie_member after insert on public.company_members
  for each row execute function private.tie_member();

create function private.tie_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.employer_ties (user_id, company_key, since)
    select m.user_id, new.key, private.tie_counts_from(m.user_id)
    from public.company_members as m where m.company_id = new.company_id
    on conflict do nothing;
  return null;
end $$;
create trigger tie_members after insert on private.company_keys
  for each row execute function private.tie_members();

create function private.keep_company_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.company_keys (company_id, key) values (new.id, new.name_key) on conflict do nothing;
  return null;
end $$;
create trigger keep_company_key after insert or update of name on public.companies
  for each row execute function private.keep_company_key();

-- A company without anybody is none. Its postings and what belongs to them go with it.
create function private.end_empty_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.companies as c where c.id = old.company_id
    and not exists (select from public.company_members as m where m.company_id = c.id);
  return null;
end $$;
create trigger end_empty_company after delete on public.company_members
  for each row execute function private.end_empty_company();

-- A free address made of the name.
create function private.company_slug(name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  base text := coalesce(nullif(btrim(left(regexp_replace(
    regexp_replace(lower(normalize(name, NFKD)), '[^\x01-\x7f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 60), '-'), ''), 'company');
begin
  perform pg_advisory_xact_lock(hashtextextended('company slug ' || base, 0));
  if not exists (select from public.companies as c where c.slug = base) then return base; end if;
  return base || '-' || left(replace(gen_random_uuid()::text, '-', ''), 8);
end $$;

-- The company of this name that somebody works for; else a new one of their own, even where others have one of that name.
create function private.company_of(person uuid, called text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := private.name_key(called);
  company uuid;
begin
  for attempt in 1..2 loop
    select c.id into company
      from public.company_members as m join public.companies as c on c.id = m.company_id
      where m.user_id = person and m.role <> 'viewer'
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted)
      order by m.joined_at, c.id limit 1;
    if company is not null then return company; end if;
    -- Two postings at once would make two.
    perform pg_advisory_xact_lock(hashtextextended('companies of ' || person, 0));
  end loop;
  insert into public.companies (slug, name) values (private.company_slug(called), called) returning id into company;
  insert into public.company_members (company_id, user_id, role) values (company, person, 'admin');
  return company;
end $$;
revoke execute on function private.company_slug(text), private.company_of(uuid, text) from public;

-- What is there already: a company for each poster and name, and for whom members hire.
alter table public.jobs add column company_id uuid references public.companies (id) on delete cascade;
alter table public.employers add column company_id uuid references public.companies (id) on delete set null;
create temporary table made on commit drop as
  select gen_random_uuid() as id, person, key, (array_agg(name order by at desc))[1] as name,
    min(at) filter (where is_posted) as posted_at
  from (
    select posted_by as person, private.name_key(company) as key, company as name, created_at as at,
      hidden_at is null as is_posted from public.jobs
    union all
    select user_id, private.name_key(company), company, created_at, false from public.employers
  ) as said group by person, key;
insert into public.companies (id, slug, name, public_since)
  select id, 'company-' || replace(id::text, '-', ''), name, posted_at from made;
insert into public.company_members (company_id, user_id, role) select id, person, 'admin' from made;
-- The oldest of a name has it as its address, as a new one would.
with base as (
  select id, coalesce(nullif(btrim(left(regexp_replace(regexp_replace(lower(normalize(name, NFKD)),
    '[^\x01-\x7f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 60), '-'), ''), 'company') as slug,
    posted_at from made
), ranked as (
  select id, slug, row_number() over (partition by slug order by posted_at nulls last, id) as place from base
)
update public.companies as c
  set slug = case r.place when 1 then r.slug else r.slug || '-' || left(replace(r.id::text, '-', ''), 8) end
  from ranked as r where r.id = c.id;
alter table public.jobs disable trigger user;
update public.jobs as j set company_id = made.id
  from made where made.person = j.posted_by and made.key = private.name_key(j.company);
alter table public.jobs enable trigger user;
update public.employers as e set company_id = made.id
  from made where made.person = e.user_id and made.key = private.name_key(e.company);
-- A check, so that writers need not name it: the trigger below finds it.
alter table public.jobs add constraint jobs_of_a_company check (company_id is not null);
create index jobs_company_idx on public.jobs (company_id, created_at desc, id desc);
create index jobs_of_company_live_idx on public.jobs (company_id)
  where is_active and hidden_at is null and not is_past;
create index employers_company_id on public.employers (company_id);
grant select (company_id) on public.jobs to anon, authenticated;
grant select (company_id) on public.employers to authenticated;

-- A posting belongs to a company of its poster. Others of the company may change it, and not take it elsewhere.
create function private.belong_to_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.company_id := coalesce(new.company_id, private.company_of(new.posted_by, new.company));
  elsif private.name_key(new.company) <> private.name_key(old.company) and not exists (
    select from public.companies as c where c.id = new.company_id
      and private.name_key(new.company) in (c.name_key, private.name_key(c.next_name)))
  then
    if (select count(*) from public.company_members as m where m.company_id = old.company_id) > 1 then
      raise exception using errcode = 'PT409',
        message = 'This job belongs to the company that posted it. Post another one for another company.';
    end if;
    new.company_id := private.company_of(new.posted_by, new.company);
  end if;
  return new;
end $$;
create trigger before_6_belong_to_company before insert or update of company, posted_by on public.jobs
  for each row execute function private.belong_to_company();

create function private.show_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.companies as c set public_since = now()
    where c.public_since is null
      and c.id in (select w.company_id from written as w where w.hidden_at is null);
  return null;
end $$;
create trigger show_company after update on public.jobs
  referencing new table as written for each statement execute function private.show_company();
create trigger show_new_company after insert on public.jobs
  referencing new table as written for each statement execute function private.show_company();

create function private.employ_at_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.company_id := private.company_of(new.user_id, new.company);
  return new;
end $$;
create trigger before_5_employ_at_company before insert or update of company on public.employers
  for each row execute function private.employ_at_company();

-- Who works for the company looks after its postings together.
drop policy "people post in their own name" on public.jobs;
drop policy "posters change their own jobs" on public.jobs;
drop policy "posters delete their own jobs" on public.jobs;
drop policy "posters read their own jobs" on public.jobs;
-- Asked of a row that was just written: what its trigger made a moment ago counts.
create function private.may_post_for(company uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (select from public.company_members as m
    where m.company_id = company and m.user_id = auth.uid() and m.role in ('admin', 'recruiter'))
$$;
revoke execute on function private.may_post_for(uuid) from public;
grant execute on function private.may_post_for(uuid) to authenticated;
create policy "people post in their own name" on public.jobs for insert to authenticated
  with check (posted_by = (select auth.uid()) and private.may_post_for(company_id));
create policy "recruiters change the jobs of their company" on public.jobs for update to authenticated
  using (company_id = any ((select private.own_companies('recruiter'))::uuid[]))
  with check (private.may_post_for(company_id));
create policy "recruiters delete the jobs of their company" on public.jobs for delete to authenticated
  using (company_id = any ((select private.own_companies('recruiter'))::uuid[]));
create policy "people read the jobs of their company" on public.jobs for select to authenticated
  using (company_id = any ((select private.own_companies('viewer'))::uuid[]));
-- Also while the statement that makes their company is under way. Who leaves hands over.
create policy "posters read their own jobs" on public.jobs for select to authenticated
  using (posted_by = (select auth.uid()));
drop policy "posters read what became of their jobs" on public.job_activity;
create policy "people read what became of the jobs of their company" on public.job_activity
  for select to authenticated
  using (exists (select from public.jobs as j
    where j.id = job_activity.job_id and j.company_id = any ((select private.own_companies('viewer'))::uuid[])));

-- Who leaves an account hands over: postings go to an admin, and a company with people keeps one.
create function private.hand_over(person uuid, company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('company ' || company, 0));
  select m.user_id into heir from public.company_members as m
    where m.company_id = hand_over.company and m.user_id <> person
    order by array_position(array['admin', 'recruiter', 'viewer'], m.role), m.joined_at, m.user_id limit 1;
  if heir is null then return; end if;
  update public.company_members set role = 'admin' where company_id = hand_over.company and user_id = heir;
  update public.jobs set posted_by = heir where company_id = hand_over.company and posted_by = person;
end $$;
revoke execute on function private.hand_over(uuid, uuid) from public;

create function private.hand_over_all() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hand_over(old.id, m.company_id) from public.company_members as m where m.user_id = old.id;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hand_over_all before delete on auth.users
  for each row execute function private.hand_over_all();
create trigger before_4_hand_over_all before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.hand_over_all();
