-- A company with some thousand postings took its decision to the edge of what a request may take: of 4,001, closing took 7.8 of 8
-- seconds, and opening it again more, since each that is shown is written for the search anew. What goes beyond some hundred is a
-- task's, a part at a time.

-- Which went with their company in that moment and come back with it; not one that was decided by itself. That somebody has reported
-- it is no decision: such a one stayed hidden for good, until staff looked at the report.
create function private.postings_to_show(company uuid, moment timestamptz) returns setof public.jobs
language sql stable security definer set search_path = '' as $$
  select j.* from public.jobs as j
  where j.company_id = $1 and j.hidden_at = $2 and not exists (
    select from staff.cases as k where k.kind = 'job' and k.subject_id = j.id and k.state in ('hidden', 'appealed', 'blocked'))
$$;
revoke execute on function private.postings_to_show(uuid, timestamptz) from public;

-- Hides what a closed company has on the board, or shows again what went with it in that moment; at most so many, and how many they
-- were. The company before its postings, as a decision does: neither comes in the middle of the other.
create function private.settle_postings(of_company uuid, moment timestamptz, most integer default 300) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  closed timestamptz;
  done integer;
begin
  select c.closed_at into closed from public.companies as c where c.id = of_company for share;
  if closed is not null then
    -- What a closing before this one hid, and nobody has shown again yet, comes back with this one.
    update public.jobs as j set hidden_at = closed
      from (select o.id from public.jobs as o where o.company_id = of_company
          and (o.is_active and o.hidden_at is null and not o.is_past and private.is_open(o)
            or closed <> moment and o.id in (select s.id from private.postings_to_show(of_company, moment) as s))
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  else
    update public.jobs as j set hidden_at = null
      from (select o.id from public.jobs as o where o.id in (select s.id from private.postings_to_show(of_company, moment) as s)
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  end if;
  get diagnostics done = row_count;
  return done;
end $$;
revoke execute on function private.settle_postings(uuid, timestamptz, integer) from public;
grant execute on function private.settle_postings(uuid, timestamptz, integer) to service_role;

-- And once more when everybody who was in the middle of posting as the company closed is through with it.
create function private.settle_postings_later(company uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  which json := json_build_object('companyId', company, 'moment', moment::text);
begin
  perform queue.add('company-postings', which);
  perform queue.add('company-postings', which, 'company-postings ' || company, now() + interval '1 minute');
end $$;
revoke execute on function private.settle_postings_later(uuid, timestamptz) from public;

-- A posting that came while staff closed its company stood open afterwards: it had asked before they were through. A new one waits
-- for what they decide, as its key to the company does anyway; one that changes has its own row by then, and is hidden a minute later.
create or replace function private.refuse_closed_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_sent_by_people() then return new; end if;
  if tg_op = 'INSERT' then
    perform from public.companies as c where c.id = new.company_id for key share;
  end if;
  if exists (select from public.companies as c where c.id = new.company_id and c.closed_at is not null) then
    raise exception using errcode = 'PT403',
      message = 'We have closed this company, so it posts no jobs. Write to us if you think that this is wrong.';
  end if;
  return new;
end $$;

-- Letters and an appeal for each of the first two hundred: for some thousand they would take longer than an act may, and the
-- company has heard, and may appeal.
create or replace function staff.decide_company(wanted uuid, approves boolean, words text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it staff.company_cases;
  company public.companies;
  posting public.jobs;
  each record;
  hidden integer := 0;
  shown integer := 0;
begin
  perform staff.require('staff');
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
end $$;
