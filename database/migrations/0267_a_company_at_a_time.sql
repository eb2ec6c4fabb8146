-- One company whose new name was refused kept all others of the day from theirs.
create function private.rename_company(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
begin
  select * into it from public.companies as c where c.id = company and c.next_name_from <= now() for update skip locked;
  if not found then return; end if;
  insert into private.former_company_names (company_id, key) values (it.id, it.name_key) on conflict do nothing;
  update public.companies as c set name = c.next_name, next_name = null, next_name_from = null where c.id = it.id;
  update public.jobs as j set company = it.next_name
    where j.company_id = it.id and private.name_key(j.company) = it.name_key;
  -- What its people said of whom they hire for. Their ties to the new name count already, so nobody waits for a day.
  update public.employers as e set company = it.next_name
    where e.company_id = it.id and private.name_key(e.company) = it.name_key and e.in_effect_at <= now()
      and exists (select from public.company_members as m
        where m.company_id = it.id and m.user_id = e.user_id and m.role <> 'viewer');
  update public.employers as e set in_effect_at = now()
    where e.company_id = it.id and e.company = it.next_name and e.former_company_id = it.id and e.in_effect_at > now();
  update public.company_proofs as p set ended_at = now()
    where p.company_id = it.id and p.kind = 'staff' and p.ended_at is null;
  perform private.show_proofs(it.id);
end $$;
revoke all on function private.rename_company(uuid) from public;
grant execute on function private.rename_company(uuid) to service_role;

-- The version before asks for all at once, again until there are none.
create or replace function private.rename_companies() returns integer
language plpgsql security definer set search_path = '' as $$
begin
  perform private.rename_company(c.id) from public.companies as c where c.next_name_from <= now();
  return 0;
end $$;

-- Another way to write the name stood on the page of the company, and the former one on its postings.
create function private.respell_company(company uuid, former text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
begin
  select * into it from public.companies as c where c.id = respell_company.company;
  if it.name_key is distinct from private.name_key(former) then return; end if;
  update public.jobs as j set company = it.name where j.company_id = it.id and j.company = former;
  update public.employers as e set company = it.name where e.company_id = it.id and e.company = former
    and exists (select from public.company_members as m
      where m.company_id = it.id and m.user_id = e.user_id and m.role <> 'viewer');
end $$;
revoke all on function private.respell_company(uuid, text) from public;
grant execute on function private.respell_company(uuid, text) to service_role;

create or replace function public.set_company_name(company uuid, called text)
returns table (next_name text, next_from timestamptz, waits boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  it public.companies;
  wanted text := normalize(left(private.trimmed(called), 1000), NFC);
  is_way_to_write boolean;
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
  is_way_to_write := wanted = it.name or not private.is_address(wanted);
  if private.name_key(wanted) = it.name_key and is_way_to_write then
    -- Another way to write it is the same name. What was to come is taken back, and stays counted.
    update public.companies as c set name = wanted, next_name = null, next_name_from = null where c.id = company;
    if wanted <> it.name then
      perform queue.add('company-spelling', json_build_object('companyId', company, 'former', it.name));
    end if;
    return query select null::text, null::timestamptz, false;
    return;
  end if;
  if it.next_name is not null and private.name_key(wanted) = private.name_key(it.next_name) and is_way_to_write then
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
