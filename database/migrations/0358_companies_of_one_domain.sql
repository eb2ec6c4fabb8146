-- Two companies of one domain with a person in both, one of which changes while the person does: each held its company, one the
-- domain as well, and wanted what the other held. Domains come before companies now, all of them at once, in their order; and a
-- name that two bulk postings take in turn is waited for by nobody.

create function private.hold_companies(ids uuid[], besides text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held text[] := '{}';
  further text[];
begin
  for attempt in 1..2 loop
    loop
      -- Asked again when they are held: what they name may have changed while this waited.
      select array_agg(wanted.domain order by wanted.domain) into further from (
        select c.domain from public.companies as c where c.id = any (ids) union select besides) as wanted
        where wanted.domain is not null and wanted.domain <> all (held);
      exit when further is null;
      perform pg_advisory_xact_lock(hashtextextended('company domain ' || name, 0)) from unnest(further) as name;
      held := held || further;
    end loop;
    -- The whole row at once: who shows a proof changes its key.
    if attempt = 1 then
      perform from public.companies as c where c.id = any (ids) order by c.id for update;
    end if;
  end loop;
end $$;
revoke all on function private.hold_companies(uuid[], text) from public;

create or replace function private.renew_proofs(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  supporter uuid;
  holder uuid;
begin
  perform private.hold_companies(array[company]);
  select * into it from public.companies as c where c.id = company;
  if not found then return; end if;
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

create or replace function private.renew_proofs_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  theirs uuid[] := array(select m.company_id from public.company_members as m where m.user_id = new.id order by m.company_id);
begin
  perform private.hold_companies(theirs);
  perform private.renew_proofs(company) from unnest(theirs) as company;
  return null;
end $$;

create or replace function private.renew_proofs_after_bans() returns void
language plpgsql security definer set search_path = '' as $$
declare
  back uuid[] := array(
    select distinct m.company_id from auth.users as u
      join public.company_members as m on m.user_id = u.id
      join public.companies as c on c.id = m.company_id and c.domain is not null
      where u.banned_until <= now()
        and private.proves(u.id, c.id, c.domain)
        and not exists (select from public.company_proofs as p
          where p.company_id = c.id and p.kind = 'address' and p.ended_at is null)
        -- Another company's by now: that was opened as a case once, and is not asked again.
        and private.holder_of(c.domain, c.id) is null
      order by m.company_id);
begin
  perform private.hold_companies(back);
  perform private.renew_proofs(company) from unnest(back) as company;
end $$;

create or replace function private.note_company_record(company uuid, asked text, outcome text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  proof public.company_proofs;
  holder uuid;
begin
  perform private.hold_companies(array[company]);
  select * into it from public.companies as c where c.id = company;
  if it.domain is distinct from asked or asked is null then return 'changed'; end if;
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

create or replace function private.set_company_address(person uuid, company uuid, address text, domain text, fault text)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = person and m.role = 'admin')
  then return false; end if;
  perform private.hold_companies(array[company], domain);
  -- What staff looked at was the company with its address.
  update public.company_proofs as p set ended_at = now() from public.companies as c
    where p.company_id = company and c.id = company and p.kind = 'staff' and p.ended_at is null
      and c.web_address is distinct from address and (p.domain is null or p.domain is distinct from set_company_address.domain);
  update public.companies as c
    set web_address = address, domain = set_company_address.domain, domain_fault = fault where c.id = company;
  perform private.renew_proofs(company);
  return true;
end $$;

-- All that somebody leaves is held before the first of it is handed over.
create or replace function private.hand_over_all() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  theirs uuid[] := array(select m.company_id from public.company_members as m where m.user_id = old.id order by m.company_id);
begin
  perform private.lock_company(company) from unnest(theirs) as company;
  perform private.hold_companies(theirs);
  if tg_op = 'DELETE' then perform private.keep_blocks_of_company(old.id); end if;
  perform private.hand_over(old.id, theirs.company_id) from (
    select m.company_id from public.company_members as m where m.user_id = old.id order by m.company_id) as theirs;
  -- Whoever stays is handed what there is; where nobody stays the company ends with its last place.
  delete from public.company_members as m where m.user_id = old.id and not exists (
    select from public.company_members as other where other.company_id = m.company_id and other.user_id <> m.user_id);
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function private.company_slug(name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := coalesce(nullif(btrim(left(regexp_replace(
    regexp_replace(lower(normalize(name, NFKD)), '[^\x01-\x7f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 60), '-'), ''), 'company');
begin
  -- Somebody else's at this moment is as good as taken: who waited for it could hold what they wait for.
  if pg_try_advisory_xact_lock(hashtextextended('company slug ' || base, 0))
    and not exists (select from public.companies as c where c.slug = base)
  then return base; end if;
  return base || '-' || left(replace(gen_random_uuid()::text, '-', ''), 8);
end $$;

create or replace function staff.decide_company(wanted uuid, approves boolean, words text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  it staff.company_cases;
  company public.companies;
  posting public.jobs;
  each record;
  hidden integer := 0;
  shown integer := 0;
begin
  perform staff.require('staff');
  -- Companies before what is asked about them, as whoever calls theirs by another name holds both.
  perform private.hold_companies(array[k.company_id, k.holder_id], case k.kind when 'domain' then k.claim end)
    from staff.company_cases as k where k.id = wanted;
  select * into it from staff.company_cases as k where k.id = wanted for update;
  if it.id is null or exists (select from public.company_members as own
    where own.user_id = auth.uid() and own.company_id in (it.company_id, it.holder_id)) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  -- A check can be taken back, and a company that was closed for its name is opened again.
  if it.decided_at is not null and not (it.kind = 'check' and it.decision = 'approved' and not approves)
    and not (it.kind = 'name' and it.decision = 'refused' and approves)
  then
    raise exception '% has already decided this.', coalesce(staff.name_of(it.decided_by), 'Somebody') using errcode = 'SF412';
  end if;
  select * into company from public.companies as c where c.id = it.company_id;
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
      hidden := hidden + private.settle_postings(company.id, null, 100);
      select hidden + count(*) into hidden from private.open_jobs_of(company.id);
      perform private.settle_postings_later(company.id, null);
      perform pg_notify('jobs_changed', 'changed');
    when it.kind = 'name' and it.decision = 'refused' then
      update public.companies as c set closed_at = null where c.id = company.id;
      -- Those that went with it, by its moment, and not one that was hidden for itself. An appeal is for somebody else.
      for each in
        select j.id, j.updated_at, k.version from public.jobs as j
          join lateral (select c.version from staff.cases as c
            where c.kind = 'job' and c.subject_id = j.id and c.state = 'hidden' order by c.opened_at desc limit 1) as k on true
        where j.company_id = company.id and j.hidden_at = it.decided_at order by j.id
      loop
        perform staff.decide_job(each.id, each.updated_at, each.version, false, null);
        shown := shown + 1;
      end loop;
      shown := shown + private.settle_postings(company.id, it.decided_at, 100);
      select shown + count(*) into shown from private.postings_to_show(company.id, it.decided_at);
      perform private.settle_postings_later(company.id, it.decided_at);
      perform pg_notify('jobs_changed', 'changed');
    else
  end case;
  update staff.company_cases as k set decision = case when approves then 'approved' else 'refused' end,
    answer = words, decided_by = auth.uid(), decided_at = now() where k.id = it.id;
  return jsonb_build_object('company', company.id, 'kind', it.kind, 'claim', it.claim, 'name', company.name,
    'hidden', hidden, 'shown', shown, 'before', it.decision);
end $$;;
