-- What everybody reads of a company, what its own people see, its logo, and what staff decide. Decision 96.

-- Since staff found that it is not who it says: it has no page, and strangers read nothing of it.
alter table public.companies add column closed_at timestamptz;
drop policy "everybody reads companies that have posted" on public.companies;
create policy "everybody reads companies that have posted" on public.companies
  for select to anon, authenticated using (public_since is not null and closed_at is null);

create function private.open_jobs_of(company uuid) returns setof public.jobs
language sql stable security definer set search_path = '' as $$
  select j.* from public.jobs as j
  where j.company_id = $1 and j.is_active and j.hidden_at is null and not j.is_past and private.is_open(j)
$$;
create function private.count_open_jobs(company uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.open_jobs_of(company)
$$;
revoke execute on function private.open_jobs_of(uuid), private.count_open_jobs(uuid) from public;
grant execute on function private.count_open_jobs(uuid) to authenticated;

-- The page of a company. One whose people are all blocked has none.
create function public.company_page(slug text) returns table (
  id uuid, name text, web_address text, place text, about text, logo text, proven_domain text, is_checked boolean,
  updated_at timestamptz, live_jobs integer, jobs jsonb
)
language sql stable security definer set search_path = '' as $$
  select c.id, c.name, c.web_address, c.place, c.about, c.logo, c.proven_domain, c.is_checked, c.updated_at,
    private.count_open_jobs(c.id),
    (select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'title', j.title, 'company', j.company,
        'job_type', j.job_type, 'location', j.location, 'salary_range', j.salary_range,
        'created_at', j.created_at, 'client', j.client) order by j.created_at desc, j.id desc), '[]')
      from (select * from private.open_jobs_of(c.id) order by created_at desc, id desc limit 50) as j)
  from public.companies as c
  where c.slug = company_page.slug and c.public_since is not null and c.closed_at is null
    and exists (select from public.company_members as m
      where m.company_id = c.id and m.user_id not in (select private.banned_people()))
$$;
grant execute on function public.company_page(text) to anon, authenticated;

-- What the page of a posting says of its company.
create function public.job_company(job_id uuid) returns table (
  slug text, name text, proven_domain text, is_checked boolean, client text
)
language sql stable security definer set search_path = '' as $$
  select c.slug, c.name, c.proven_domain, c.is_checked, j.client
  from public.jobs as j join public.companies as c on c.id = j.company_id, private.job_status(j) as s (status)
  where j.id = job_company.job_id and s.status not in ('hidden', 'paused')
    and c.public_since is not null and c.closed_at is null
$$;
grant execute on function public.job_company(uuid) to anon, authenticated;

-- For the sitemap: companies with live postings, and the day of the newest.
create function public.list_company_addresses() returns setof text
language sql stable security definer set search_path = '' as $$
  select c.slug || ' ' || to_char(greatest(max(j.created_at), c.updated_at) at time zone 'UTC', 'YYYY-MM-DD')
  from public.companies as c join public.jobs as j on j.company_id = c.id
  where c.public_since is not null and c.closed_at is null
    and j.is_active and j.hidden_at is null and not j.is_past and private.is_open(j)
  group by c.id order by c.slug limit 20000
$$;
grant execute on function public.list_company_addresses() to anon, authenticated;

-- The companies of the caller, as their own page shows them.
create function public.my_companies() returns table (
  id uuid, slug text, name text, role text, next_name text, next_name_from timestamptz, names_left integer,
  web_address text, domain text, domain_fault text, place text, about text, logo text, proven_domain text,
  is_checked boolean, is_public boolean, closed_at timestamptz, dns_token text, proofs jsonb, cases jsonb, live_jobs integer
)
language sql stable security definer set search_path = '' as $$
  select c.id, c.slug, c.name, m.role, c.next_name, c.next_name_from,
    greatest(0, 2 - (select count(*)::integer from unnest(c.renamed_at) as at where at > now() - interval '1 year')),
    c.web_address, c.domain, c.domain_fault, c.place, c.about, c.logo, c.proven_domain, c.is_checked,
    c.public_since is not null and c.closed_at is null, c.closed_at,
    case when m.role = 'admin' then c.dns_token end,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'domain', p.domain, 'since', p.since,
        'missing_since', p.missing_since) order by p.since), '[]')
      from public.company_proofs as p where p.company_id = c.id and p.ended_at is null),
    (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'claim', k.claim, 'opened_at', k.opened_at,
        'decision', k.decision, 'answer', k.answer, 'decided_at', k.decided_at) order by k.opened_at desc), '[]')
      from staff.company_cases as k
      where k.company_id = c.id and (k.decided_at is null or k.decided_at > now() - interval '30 days')),
    private.count_open_jobs(c.id)
  from public.company_members as m join public.companies as c on c.id = m.company_id
  where m.user_id = auth.uid()
  order by m.joined_at, c.id
$$;
grant execute on function public.my_companies() to authenticated;

-- Staff look where neither an address nor a record can prove anything.
create function public.ask_company_check(company uuid, evidence text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text := private.trimmed(evidence);
begin
  if not company = any (private.own_companies('admin')) then
    raise exception using errcode = '42501', message = 'Only admins of the company ask for a check.';
  end if;
  if not auth.has_proved_mailbox(auth.uid()) then
    raise exception using errcode = 'PT403', message = 'Confirm your email address first.';
  end if;
  if words is null or char_length(words) > 1000 or not private.has_visible(words, 20) then
    raise exception using errcode = '23514', message = 'Say in 20 to 1000 characters how we can check it.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('company check ' || company, 0));
  if exists (select from staff.company_cases as k
    where k.company_id = company and k.kind = 'check' and k.decided_at is null) then
    raise exception using errcode = 'PT409', message = 'We are looking at what you sent.';
  end if;
  if (select count(*) from staff.company_cases as k
    where k.company_id = company and k.kind = 'check' and k.opened_at > now() - interval '30 days') >= 3 then
    raise exception using errcode = 'PT409', message = 'You have asked three times within a month. Write to us.';
  end if;
  insert into staff.company_cases (kind, company_id, claim, evidence, asked_by)
    select 'check', c.id, coalesce(c.domain, c.name), words, auth.uid() from public.companies as c where c.id = company;
end $$;
grant execute on function public.ask_company_check(uuid, text) to authenticated;

-- What staff see. Nobody looks at, or decides about, a company of their own.
create view staff.company_case_list as
  select k.id, k.kind, k.claim, k.evidence, k.opened_at, k.decision, k.answer, k.decided_at,
    staff.name_of(k.decided_by) as decided_by,
    c.id as company_id, c.slug, c.name, c.web_address, c.proven_domain, c.is_checked, c.name_key as company_key,
    h.name as holder, h.slug as holder_slug, h.proven_domain as holder_domain, h.is_checked as holder_checked,
    (select array_agg(m.user_id order by m.joined_at) from public.company_members as m
      where m.company_id = c.id and m.role = 'admin') as admins,
    private.count_open_jobs(c.id) as live_jobs
  from staff.company_cases as k join public.companies as c on c.id = k.company_id
    left join public.companies as h on h.id = k.holder_id
  where (select private.has_staff_role('staff'))
    and not exists (select from public.company_members as own
      where own.user_id = (select auth.uid()) and own.company_id in (k.company_id, k.holder_id));
revoke all on staff.company_case_list from anon, authenticated, service_role;
grant select on staff.company_case_list to authenticated;

create function staff.decide_company(wanted uuid, approves boolean, words text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it staff.company_cases;
  company public.companies;
  posting public.jobs;
  hidden integer := 0;
begin
  perform staff.require('staff');
  select * into it from staff.company_cases as k where k.id = wanted for update;
  if it.id is null or exists (select from public.company_members as own
    where own.user_id = auth.uid() and own.company_id in (it.company_id, it.holder_id)) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  -- A check can be taken back.
  if it.decided_at is not null and not (it.kind = 'check' and it.decision = 'approved' and not approves) then
    raise exception '% decided this meanwhile.', coalesce(staff.name_of(it.decided_by), 'Somebody') using errcode = 'SF412';
  end if;
  select * into company from public.companies as c where c.id = it.company_id for update;
  if it.kind = 'domain' and approves and company.domain is distinct from it.claim then
    raise exception 'The company names another web address by now.' using errcode = 'SF412';
  end if;
  case
    when it.kind = 'rename' and approves then
      perform private.call_company(company.id, it.claim);
    when it.kind in ('check', 'domain') and approves then
      if it.kind = 'domain' then
        update public.company_proofs as p set ended_at = now()
          where p.company_id = it.holder_id and p.domain = it.claim and p.ended_at is null;
        perform private.show_proofs(it.holder_id);
      end if;
      insert into public.company_proofs (company_id, kind, domain)
        values (company.id, 'staff',
          case when private.holder_of(company.domain, company.id) is null then company.domain end)
        on conflict do nothing;
      perform private.show_proofs(company.id);
    when it.kind = 'check' then
      update public.company_proofs as p set ended_at = now()
        where p.company_id = company.id and p.kind = 'staff' and p.ended_at is null;
      perform private.show_proofs(company.id);
    when it.kind = 'name' and not approves then
      for posting in select * from private.open_jobs_of(company.id) order by id limit 200 loop
        perform staff.decide_job(posting.id, posting.updated_at, coalesce((
          select k.version from staff.cases as k where k.kind = 'job' and k.subject_id = posting.id
          order by k.state in ('waiting', 'asked', 'answered', 'appealed') desc, k.opened_at desc limit 1), 0), true, words);
        hidden := hidden + 1;
      end loop;
      update public.companies as c set closed_at = now() where c.id = company.id;
      perform pg_notify('jobs_changed', 'changed');
    else
  end case;
  update staff.company_cases as k set decision = case when approves then 'approved' else 'refused' end,
    answer = words, decided_by = auth.uid(), decided_at = now() where k.id = it.id;
  return jsonb_build_object('company', company.id, 'kind', it.kind, 'claim', it.claim, 'name', company.name,
    'hidden', hidden, 'before', it.decision);
end $$;
grant execute on function staff.decide_company(uuid, boolean, text) to authenticated;

-- Companies that anybody can read of, called like what somebody types. Those that the caller hides from are left out.
create function public.similar_companies(called text) returns table (name text, domain text)
language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.4' as $$
declare
  wanted text := private.company_key(left(called, 200));
begin
  if auth.uid() is null or char_length(wanted) < 2 then return; end if;
  return query
    select alike.name, alike.proven_domain from (
      select distinct on (c.name_key) c.name, c.proven_domain, c.name_key,
        extensions.similarity(c.name_key, wanted) as near
      from public.companies as c
      where c.public_since is not null and c.closed_at is null and c.name_key <> wanted
        and (c.name_key operator(extensions.%) wanted
          or char_length(wanted) >= 4 and c.name_key like wanted || '%'
          or private.company_key(c.proven_domain) = wanted)
        and not exists (select from public.profile_hides as h
          where h.user_id = auth.uid() and h.company_key = c.name_key)
      order by c.name_key, c.proven_domain nulls last, c.created_at
    ) as alike
    order by alike.near desc, alike.name limit 8;
end $$;
grant execute on function public.similar_companies(text) to authenticated;

-- Logos lie where everybody may fetch them, made anew as pictures of profiles are.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('company-logos', 'company-logos', true, 2097152, '{image/png,image/jpeg,image/webp}');
update storage.buckets set normalizes_pictures = true where id = 'company-logos';
create policy "the logos are there for everybody who asks" on storage.buckets
  for select to authenticated using (id = 'company-logos');
create policy "admins manage the logo of their company" on storage.objects
  for all to authenticated
  using (bucket_id = 'company-logos' and cardinality(storage.foldername(name)) = 1
    and private.uuid_or_null((storage.foldername(name))[1]) = any ((select private.own_companies('admin'))::uuid[]))
  with check (bucket_id = 'company-logos' and cardinality(storage.foldername(name)) = 1
    and private.uuid_or_null((storage.foldername(name))[1]) = any ((select private.own_companies('admin'))::uuid[]));
alter table public.companies add constraint companies_own_logo
  check (logo ~ ('^' || id::text || '/[0-9a-f-]{36}\.webp$'));
grant update (logo) on public.companies to authenticated;

create function private.limit_logos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id = 'company-logos' and (
    select count(*) from storage.objects
    where bucket_id = 'company-logos' and path_tokens[1] = split_part(new.name, '/', 1) and name <> new.name
  ) >= 10 then
    raise exception 'You tried ten logos today. Come back tomorrow.' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger before_3_limit_logos before insert on storage.objects
  for each row execute function private.limit_logos();

-- Logos that no company shows, once a day has passed.
create function private.remove_unused_logos() returns void
language sql volatile security definer set search_path = '' as $$
  delete from storage.objects as o
  where o.bucket_id = 'company-logos' and o.updated_at < now() - interval '1 day'
    and not exists (select from public.companies as c where c.logo = o.name)
$$;
grant execute on function private.remove_unused_logos() to service_role;
