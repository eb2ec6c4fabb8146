-- What a company's admins hear of by mail, and proofs that come back by themselves. Decision 96.

-- Ten minutes later it is read what became of it: a proof that another one has replaced by then is none that ended.
create function private.tell_of_proofs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.proven_domain is not null and new.proven_domain is null then
    perform queue.add('company-mail', json_build_object('about', 'proof', 'companyId', new.id,
      'domain', old.proven_domain), 'company proof ' || new.id, now() + interval '10 minutes');
  end if;
  if old.is_checked and not new.is_checked then
    perform queue.add('company-mail', json_build_object('about', 'check', 'companyId', new.id),
      'company check ' || new.id, now() + interval '10 minutes');
  end if;
  return null;
end $$;
create trigger tell_of_proofs after update of proven_domain, is_checked on public.companies
  for each row when (old.proven_domain is not null and new.proven_domain is null
    or old.is_checked and not new.is_checked)
  execute function private.tell_of_proofs();

-- A record that is away has seven days: whoever looks after it hears of it on the first.
create function private.tell_of_missing_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('company-mail', json_build_object('about', 'record', 'companyId', new.company_id,
    'domain', new.domain), 'company record ' || new.company_id);
  return null;
end $$;
create trigger tell_of_missing_record after update of missing_since on public.company_proofs
  for each row when (old.missing_since is null and new.missing_since is not null and new.ended_at is null)
  execute function private.tell_of_missing_record();

-- What staff decide on what it claims. That somebody else's claim to its name came to nothing is no news.
create function private.tell_of_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('company-mail', json_build_object('about', 'decision', 'companyId', new.company_id, 'caseId', new.id));
  return null;
end $$;
create trigger tell_of_decision after update of decided_at on staff.company_cases
  for each row when (new.decided_at is not null and new.decided_at is distinct from old.decided_at
    and not (new.kind = 'name' and new.decision = 'approved'))
  execute function private.tell_of_decision();

-- To whom, and what of it is still so. `why`: what ended the proof, as far as it can be said.
create function private.company_letter(company uuid, subject text, lost text, wanted uuid)
returns table (address text, name text, is_here boolean, kind text, claim text, is_approved boolean, said text, why text)
language sql stable security definer set search_path = '' as $$
  select u.email, c.name,
    case subject when 'proof' then c.proven_domain is null and c.closed_at is null
      when 'check' then not c.is_checked and c.closed_at is null and coalesce((
        -- Staff took it back, and have said so.
        select taken.decision = 'approved' from staff.company_cases as taken
        where taken.company_id = c.id and taken.kind = 'check' and taken.decided_at is not null
        order by taken.decided_at desc limit 1), true)
      when 'record' then exists (select from public.company_proofs as p
        where p.company_id = c.id and p.kind = 'dns' and p.ended_at is null and p.missing_since is not null)
      else k.id is not null end,
    k.kind, coalesce(k.claim, lost), k.decision = 'approved', k.answer,
    case when subject = 'check' then 'staff'
      when subject = 'proof' and exists (select from staff.company_cases as given
        where given.holder_id = c.id and given.kind = 'domain' and given.claim = lost
          and given.decision = 'approved' and given.decided_at > now() - interval '1 day') then 'given'
      when subject = 'proof' and c.domain is distinct from lost then 'moved'
      when subject = 'proof' then (select p.kind from public.company_proofs as p
        where p.company_id = c.id and p.domain = lost and p.ended_at is not null
        order by p.ended_at desc, p.since desc limit 1) end
  from public.companies as c
  join public.company_members as m on m.company_id = c.id and m.role = 'admin'
  join private.accounts as u on u.id = m.user_id
  left join staff.company_cases as k on k.id = wanted and k.decided_at is not null
  where c.id = company and u.email is not null and auth.has_proved_mailbox(m.user_id)
    and m.user_id not in (select private.banned_people())
$$;
revoke execute on function private.company_letter(uuid, text, text, uuid) from public;
grant execute on function private.company_letter(uuid, text, text, uuid) to service_role;

-- Nothing changes in a row when a ban runs out: the clock asks.
create function private.renew_proofs_after_bans() returns void
language sql volatile security definer set search_path = '' as $$
  select private.renew_proofs(back.company_id) from (
    select distinct m.company_id from auth.users as u
      join public.company_members as m on m.user_id = u.id
      join public.companies as c on c.id = m.company_id and c.domain is not null
      where u.banned_until <= now()
        and private.proves(u.id, c.id, c.domain)
        and not exists (select from public.company_proofs as p
          where p.company_id = c.id and p.kind = 'address' and p.ended_at is null)
        -- Another company's by now: that was opened as a case once, and is not asked again.
        and private.holder_of(c.domain, c.id) is null
      order by m.company_id) as back
$$;
revoke execute on function private.renew_proofs_after_bans() from public;
grant execute on function private.renew_proofs_after_bans() to service_role;

-- As before; what staff noted of how they checked a company is for staff.
create or replace function public.my_companies() returns table (
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
        'decision', k.decision,
        'answer', case when k.decision = 'refused' then k.answer end, 'decided_at', k.decided_at) order by k.opened_at desc), '[]')
      from staff.company_cases as k
      where k.company_id = c.id and (k.decided_at is null or k.decided_at > now() - interval '30 days')),
    private.count_open_jobs(c.id)
  from public.company_members as m join public.companies as c on c.id = m.company_id
  where m.user_id = auth.uid()
  order by m.joined_at, c.id
$$;
