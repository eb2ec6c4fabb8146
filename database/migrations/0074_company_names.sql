-- How companies are called, and how candidates hide from what is called alike. Decision 96.

-- Two new names within a year; what comes after them waits for staff. Answers since when it counts, or that it waits.
create function public.set_company_name(company uuid, called text)
returns table (next_name text, next_from timestamptz, waits boolean)
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  wanted text := private.trimmed(called);
begin
  if not company = any (private.own_companies('admin')) then
    raise exception using errcode = '42501', message = 'Only admins of the company change its name.';
  end if;
  if wanted is null or char_length(wanted) > 100 or not private.has_visible(wanted, 2)
    or private.company_key(wanted) = '' then
    raise exception using errcode = '23514', message = 'Enter a name of 2 to 100 characters.';
  end if;
  if private.calls_itself_us(wanted) then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your company.';
  end if;
  select * into it from public.companies as c where c.id = company for update;
  if private.name_key(wanted) = it.name_key then
    -- Another way to write it is the same name. What was to come is taken back, and stays counted.
    update public.companies as c set name = wanted, next_name = null, next_name_from = null where c.id = company;
    return query select null::text, null::timestamptz, false;
    return;
  end if;
  if it.next_name is not null and private.name_key(wanted) = private.name_key(it.next_name) then
    update public.companies as c set next_name = wanted where c.id = company;
    return query select wanted, it.next_name_from, false;
    return;
  end if;
  if (select count(*) from unnest(it.renamed_at) as at where at > now() - interval '1 year') >= 2 then
    delete from staff.company_cases as k where k.company_id = company and k.kind = 'rename' and k.decided_at is null;
    insert into staff.company_cases (kind, company_id, claim, asked_by) values ('rename', company, wanted, auth.uid());
    return query select wanted, null::timestamptz, true;
    return;
  end if;
  return query select n.next_name, n.next_from, false from private.call_company(company, wanted) as n;
end $$;
grant execute on function public.set_company_name(uuid, text) to authenticated;

create function private.call_company(company uuid, wanted text) returns table (next_name text, next_from timestamptz)
language sql volatile security definer set search_path = '' as $$
  update public.companies as c
    set next_name = wanted, next_name_from = private.next_day(), renamed_at = c.renamed_at || now()
    where c.id = company returning c.next_name, c.next_name_from
$$;
revoke execute on function private.call_company(uuid, text) from public;

-- By the clock, when a day begins. Postings that bear the name bear the new one; what staff found out was about the old.
create function private.rename_companies() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  renamed integer := 0;
begin
  for it in select * from public.companies as c where c.next_name_from <= now()
    order by c.id limit 500 for update skip locked
  loop
    update public.companies as c set name = c.next_name, next_name = null, next_name_from = null where c.id = it.id;
    update public.jobs as j set company = it.next_name
      where j.company_id = it.id and private.name_key(j.company) = it.name_key;
    update public.company_proofs as p set ended_at = now()
      where p.company_id = it.id and p.kind = 'staff' and p.ended_at is null;
    perform private.show_proofs(it.id);
    renamed := renamed + 1;
  end loop;
  return renamed;
end $$;
revoke execute on function private.rename_companies() from public;
grant execute on function private.rename_companies() to service_role;

-- An agency says for whom it hires, and who hides from the client hides from the agency.
alter table public.jobs add column client text
  constraint jobs_client check (char_length(client) between 2 and 100
    and private.company_key(client) <> '');
grant select (client), insert (client), update (client) on public.jobs to authenticated;
grant select (client) on public.jobs to anon;

create function private.keep_client_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.company_keys (company_id, key)
    select distinct w.company_id, private.company_key(w.client) from written as w where w.client is not null
    on conflict do nothing;
  return null;
end $$;
create trigger keep_client_keys after insert on public.jobs
  referencing new table as written for each statement execute function private.keep_client_keys();
create trigger keep_changed_client_keys after update on public.jobs
  referencing new table as written for each statement execute function private.keep_client_keys();

-- By which companies are found that are called alike.
create index companies_similar on public.companies using gin (name_key extensions.gin_trgm_ops)
  where public_since is not null;

-- All that somebody hides from with one press; what they hid from before stays as it is.
create function public.hide_from(companies text[]) returns setof uuid
language plpgsql volatile security invoker set search_path = '' as $$
begin
  if cardinality(companies) > 50 then
    raise exception using errcode = '23514', message = 'You can hide your profile from up to 50 companies';
  end if;
  return query
    insert into public.profile_hides (user_id, company)
      select (select auth.uid()), called from unnest(companies) as called
      on conflict do nothing returning id;
end $$;
grant execute on function public.hide_from(text[]) to authenticated;
