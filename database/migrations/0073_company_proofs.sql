-- What a company can prove: that a domain is its own, or that staff looked at it. Decision 96.

-- The domain is that of the web address, as the server reads it; nobody else writes it. Where it can prove nothing, why.
alter table public.companies
  add column domain text check (char_length(domain) between 3 and 253),
  add column domain_fault text check (domain_fault in ('none', 'shared', 'mail')),
  add column proven_domain text unique check (char_length(proven_domain) between 3 and 253),
  add column is_checked boolean not null default false,
  add column proven_since timestamptz,
  -- What the TXT record says; admins read it.
  add column dns_token text not null default replace(gen_random_uuid()::text, '-', '');
create index companies_domain on public.companies (domain) where domain is not null;
revoke update on public.companies from authenticated;
grant update (place, about) on public.companies to authenticated;
grant select (proven_domain, is_checked, proven_since) on public.companies to anon, authenticated;

create table public.company_proofs (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  kind text not null check (kind in ('address', 'dns', 'staff')),
  domain text check (char_length(domain) between 3 and 253),
  -- Whose address it is.
  proved_by uuid references auth.users (id) on delete set null,
  since timestamptz not null default now(),
  ended_at timestamptz,
  -- Of a record: when it was last there, and since when it is away.
  seen_at timestamptz not null default now(),
  missing_since timestamptz,
  asked_at timestamptz,
  constraint company_proofs_domain check (kind = 'staff' or domain is not null)
);
create unique index company_proofs_active on public.company_proofs (company_id, kind) where ended_at is null;
create index company_proofs_company_id on public.company_proofs (company_id, since desc);
create index company_proofs_proved_by on public.company_proofs (proved_by);
create index company_proofs_records on public.company_proofs (asked_at nulls first, id)
  where kind = 'dns' and ended_at is null;
comment on column public.company_proofs.proved_by is 'not exported: it is of the company';
alter table public.company_proofs enable row level security;
revoke all on public.company_proofs from anon, authenticated;
create policy "people read what their company proved" on public.company_proofs
  for select to authenticated using (company_id = any ((select private.own_companies('viewer'))::uuid[]));
grant select (id, company_id, kind, domain, since, ended_at, missing_since) on public.company_proofs to authenticated;

-- Whoever writes a name has its key computed.
grant execute on function private.name_key(text) to authenticated, service_role;

create function private.is_at_domain(email text, domain text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select host = domain or host like '%.' || domain from (select split_part(lower(email), '@', 2) as host) as of_address
$$;

-- A host and all that it lies in: mail.acme.example, acme.example, example.
create function private.domains_above(host text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(array_to_string(parts[place:], '.')), '{}')
  from (select string_to_array(host, '.') as parts) as split, generate_series(1, cardinality(parts)) as place
$$;

-- Everybody who is or was of the company: a name that it takes later is theirs, too.
create table private.company_people (
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  primary key (company_id, user_id)
);
create index company_people_user_id on private.company_people (user_id);
alter table private.company_people enable row level security;
revoke all on private.company_people from anon, authenticated;
insert into private.company_people select company_id, user_id from public.company_members;

create function private.people_of_company(company uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.user_id from private.company_people as p where p.company_id = company
  union
  select u.id from public.companies as c, auth.users as u
    where c.id = company and c.proven_domain is not null and u.email_confirmed_at is not null
      and private.is_at_domain(u.email, c.proven_domain)
$$;
revoke execute on function private.people_of_company(uuid) from public;

create or replace function private.tie_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.company_people (company_id, user_id) values (new.company_id, new.user_id) on conflict do nothing;
  insert into public.employer_ties (user_id, company_key, since)
    select new.user_id, k.key, private.tie_counts_from(new.user_id)
    from private.company_keys as k where k.company_id = new.company_id
    on conflict do nothing;
  return null;
end $$;

create or replace function private.tie_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.employer_ties (user_id, company_key, since)
    select person, new.key, private.tie_counts_from(person)
    from private.people_of_company(new.company_id) as person
    on conflict do nothing;
  return null;
end $$;

-- A name that is to come is tied to at once, so that its ties count when it does.
create or replace function private.keep_company_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.company_keys (company_id, key)
    select new.id, key from (
      select new.name_key as key
      union select private.name_key(new.next_name)
      -- Proven ones alone, or whoever names a rival's domain would blind the rival.
      union select private.company_key(new.proven_domain)
    ) as known where key <> ''
    on conflict do nothing;
  return null;
end $$;
drop trigger keep_company_key on public.companies;
create trigger keep_company_key after insert or update of name, next_name, proven_domain on public.companies
  for each row execute function private.keep_company_key();

-- Whoever has a mailbox at a proven domain is of the company, member or not.
create function private.tie_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.employer_ties (user_id, company_key, since)
    select person, k.key, private.tie_counts_from(person)
    from private.company_keys as k, private.people_of_company(new.id) as person
    where k.company_id = new.id
    on conflict do nothing;
  return null;
end $$;
create trigger tie_domain after update of proven_domain on public.companies
  for each row when (new.proven_domain is not null and new.proven_domain is distinct from old.proven_domain)
  execute function private.tie_domain();

create or replace function private.tie_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counts_from timestamptz;
begin
  if new.email_confirmed_at is null or private.company_key(new.email) = '' then return null; end if;
  counts_from := case when tg_op = 'UPDATE' and old.email_confirmed_at is not null
    then private.tie_counts_from(new.id) else now() end;
  insert into public.employer_ties (user_id, company_key, since)
    select new.id, key, counts_from from (
      select private.company_key(new.email) as key
      union select k.key from public.companies as c join private.company_keys as k on k.company_id = c.id
        where c.proven_domain = any (private.domains_above(split_part(lower(new.email), '@', 2)))
    ) as known
    on conflict do nothing;
  return null;
end
$$;

-- Whether somebody's address proves the domain for the company.
create function private.proves(person uuid, company uuid, domain text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.company_members as m join auth.users as u on u.id = m.user_id
    where m.company_id = company and m.user_id = person and m.role in ('admin', 'recruiter')
      and u.email_proved_at is not null and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and private.is_at_domain(u.email, domain))
$$;

-- Two companies and one domain, or a proven company's name: for staff.
create table staff.company_cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('domain', 'name', 'check', 'rename')),
  company_id uuid not null references public.companies (id) on delete cascade,
  -- Who has what the company claims.
  holder_id uuid references public.companies (id) on delete cascade,
  -- The domain or name that it is about.
  claim text not null check (char_length(claim) between 1 and 300),
  -- What the company says for itself.
  evidence text check (char_length(evidence) between 20 and 1000),
  asked_by uuid references auth.users (id) on delete set null,
  opened_at timestamptz not null default now(),
  decision text check (decision in ('approved', 'refused')),
  answer text check (char_length(answer) between 3 and 1000),
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz,
  constraint company_cases_decided check ((decision is null) = (decided_at is null))
);
create unique index company_cases_one_open on staff.company_cases (kind, company_id, holder_id, claim)
  nulls not distinct where decided_at is null;
create index company_cases_newest on staff.company_cases (opened_at desc, id desc);
create index company_cases_company on staff.company_cases (company_id, opened_at desc);
create index company_cases_holder on staff.company_cases (holder_id);
create index company_cases_asked_by on staff.company_cases (asked_by);
create index company_cases_decided_by on staff.company_cases (decided_by);
comment on column staff.company_cases.asked_by is 'not exported: it is of the company';
comment on column staff.company_cases.decided_by is 'not exported: it is of staff';
alter table staff.company_cases enable row level security;
revoke all on staff.company_cases from anon, authenticated, service_role;
create policy "Staff see what companies claim" on staff.company_cases for select to authenticated
  using ((select private.has_staff_role('staff')));
grant select on staff.company_cases to authenticated;
create constraint trigger must_be_logged after update on staff.company_cases
  deferrable initially deferred
  for each row when (new.decided_by is not null and new.decided_at is distinct from old.decided_at)
  execute function staff.must_be_logged('', 'decide-company');

-- What was decided once is not asked again.
create function private.open_company_case(kind text, company uuid, holder uuid, claim text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.company_cases (kind, company_id, holder_id, claim)
    select $1, company, holder, $4
    where not exists (select from staff.company_cases as c
      where c.kind = $1 and c.company_id = company and c.holder_id is not distinct from holder and c.claim = $4)
    on conflict do nothing
$$;

-- What a company shows of its proofs. One domain is proven for one company at a time.
create function private.show_proofs(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  shown record;
begin
  select min(p.domain) as domain, coalesce(bool_or(p.kind = 'staff'), false) as checked, min(p.since) as since
    into shown from public.company_proofs as p where p.company_id = company and p.ended_at is null;
  update public.companies as c
    set proven_domain = shown.domain, is_checked = shown.checked, proven_since = shown.since
    where c.id = company
      and (c.proven_domain, c.is_checked, c.proven_since) is distinct from (shown.domain, shown.checked, shown.since);
end $$;

create function private.holder_of(domain text, except_company uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.companies as c where c.proven_domain = $1 and c.id <> except_company
$$;

-- Brings what a company proves up to date: by its web address, and by its members' addresses.
create function private.renew_proofs(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  supporter uuid;
  holder uuid;
begin
  select * into it from public.companies as c where c.id = company for update;
  if not found then return; end if;
  if it.domain is not null then
    perform pg_advisory_xact_lock(hashtextextended('company domain ' || it.domain, 0));
  end if;
  update public.company_proofs as p set ended_at = now()
    where p.company_id = company and p.ended_at is null and p.domain is not null
      and (p.domain is distinct from it.domain
        or p.kind = 'address' and not coalesce(private.proves(p.proved_by, company, p.domain), false));
  if it.domain is not null and not exists (
    select from public.company_proofs as p where p.company_id = company and p.kind = 'address' and p.ended_at is null)
  then
    select m.user_id into supporter from public.company_members as m
      where m.company_id = company and private.proves(m.user_id, company, it.domain)
      order by m.joined_at, m.user_id limit 1;
    if supporter is not null then
      holder := private.holder_of(it.domain, company);
      if holder is null then
        insert into public.company_proofs (company_id, kind, domain, proved_by)
          values (company, 'address', it.domain, supporter);
      else
        perform private.open_company_case('domain', company, holder, it.domain);
      end if;
    end if;
  end if;
  perform private.show_proofs(company);
end $$;
revoke execute on function private.proves(uuid, uuid, text), private.open_company_case(text, uuid, uuid, text),
  private.show_proofs(uuid), private.holder_of(text, uuid), private.renew_proofs(uuid) from public;

create function private.renew_proofs_of_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.renew_proofs(case tg_op when 'DELETE' then old.company_id else new.company_id end);
  return null;
end $$;
create trigger renew_proofs after insert or delete or update of role on public.company_members
  for each row execute function private.renew_proofs_of_company();

create function private.renew_proofs_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.renew_proofs(m.company_id)
    from (select company_id from public.company_members where user_id = new.id order by company_id) as m;
  return null;
end $$;
create trigger renew_proofs after update of email, email_proved_at, banned_until, deleted_at on auth.users
  for each row when ((new.email, new.email_proved_at, new.banned_until, new.deleted_at)
    is distinct from (old.email, old.email_proved_at, old.banned_until, old.deleted_at))
  execute function private.renew_proofs_of_person();

-- The web address, with the domain that the server read from it. Only an admin's word counts.
create function private.set_company_address(person uuid, company uuid, address text, domain text, fault text)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = person and m.role = 'admin')
  then return false; end if;
  update public.companies as c
    set web_address = address, domain = set_company_address.domain, domain_fault = fault where c.id = company;
  perform private.renew_proofs(company);
  return true;
end $$;
revoke execute on function private.set_company_address(uuid, uuid, text, text, text) from public;
grant execute on function private.set_company_address(uuid, uuid, text, text, text) to service_role;

-- Where the record belongs, and what it says, for an admin.
create function private.company_record(company uuid) returns table (domain text, token text)
language sql stable security definer set search_path = '' as $$
  select c.domain, c.dns_token from public.companies as c
  where c.id = company and company = any (private.own_companies('admin'))
$$;
revoke execute on function private.company_record(uuid) from public;
grant execute on function private.company_record(uuid) to authenticated;

-- What the record's place held: `found`, `missing`, or nobody answered.
create function private.note_company_record(company uuid, asked text, outcome text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  proof public.company_proofs;
  holder uuid;
begin
  select * into it from public.companies as c where c.id = company for update;
  if it.domain is distinct from asked or asked is null then return 'changed'; end if;
  perform pg_advisory_xact_lock(hashtextextended('company domain ' || asked, 0));
  select * into proof from public.company_proofs as p
    where p.company_id = company and p.kind = 'dns' and p.ended_at is null for update;
  if outcome = 'found' and proof.id is null then
    holder := private.holder_of(asked, company);
    if holder is not null then
      perform private.open_company_case('domain', company, holder, asked);
      return 'held';
    end if;
    insert into public.company_proofs (company_id, kind, domain, asked_at) values (company, 'dns', asked, now());
  elsif proof.id is not null then
    update public.company_proofs as p set asked_at = now(),
      seen_at = case outcome when 'found' then now() else p.seen_at end,
      missing_since = case outcome when 'found' then null when 'missing' then coalesce(p.missing_since, now())
        else p.missing_since end,
      -- A week away, or a month in which nobody answered for the domain.
      ended_at = case when outcome = 'missing' and p.missing_since <= now() - interval '7 days'
        or outcome = 'unreachable' and p.seen_at <= now() - interval '30 days' then now() end
      where p.id = proof.id;
  end if;
  perform private.show_proofs(company);
  return case outcome when 'found' then 'proven' else outcome end;
end $$;
revoke execute on function private.note_company_record(uuid, text, text) from public;
grant execute on function private.note_company_record(uuid, text, text) to service_role;

-- Records that are to be looked at again, and addresses whose ban is over.
create function private.company_records_due() returns table (company uuid, domain text, token text)
language sql volatile security definer set search_path = '' as $$
  select c.id, p.domain, c.dns_token from public.company_proofs as p join public.companies as c on c.id = p.company_id
  where p.kind = 'dns' and p.ended_at is null and (p.asked_at is null or p.asked_at < now() - interval '20 hours')
  order by p.asked_at nulls first, p.id limit 200
$$;
revoke execute on function private.company_records_due() from public;
grant execute on function private.company_records_due() to service_role;

-- The name of a proven company, or one of a name that is proven now.
create function private.compare_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_company_case('name', new.id, holder.id, holder.name) from public.companies as holder
    where holder.name_key in (new.name_key, private.name_key(new.next_name)) and holder.id <> new.id
      and holder.proven_since is not null and new.proven_since is null;
  if new.proven_since is not null and (tg_op = 'INSERT' or old.proven_since is null) then
    perform private.open_company_case('name', other.id, new.id, new.name) from (
      select c.id from public.companies as c
      where c.name_key = new.name_key and c.id <> new.id and c.proven_since is null and c.public_since is not null
      order by c.created_at limit 20) as other;
  end if;
  return null;
end $$;
create trigger compare_names after insert or update of name, next_name, proven_since, public_since on public.companies
  for each row when (new.public_since is not null or new.proven_since is not null or new.next_name is not null)
  execute function private.compare_names();

-- Pages of postings show what their company proved, and its name.
create trigger tell_of_jobs after update of name, proven_domain, is_checked, logo, public_since on public.companies
  for each row execute function private.tell_of_jobs();
